# Installs Tonk as a player would, lets it play from where it was put, and removes it again.
$ErrorActionPreference = "Stop"
$setup = (Get-ChildItem dist/tonk-*-setup.exe).FullName
$program = Join-Path $env:LOCALAPPDATA "Programs\Tonk"
$saves = Join-Path $env:LOCALAPPDATA "tonk"

Start-Process -Wait $setup "/S"
& "$program\tonk-console.exe" --version
if ($LASTEXITCODE -ne 0) { throw "the installed program does not run" }
& "$program\tonk-console.exe" play --autoplay 1
if ($LASTEXITCODE -ne 0) { throw "the installed program does not play" }

New-Item -ItemType Directory -Force $saves | Out-Null
New-Item -ItemType File -Force "$saves\kept.txt" | Out-Null
Start-Process -Wait "$program\uninstall.exe" "/S _?=$program"
# So called, the uninstaller waits for itself and cannot remove itself.
Remove-Item -ErrorAction SilentlyContinue "$program\uninstall.exe"
if (Get-ChildItem -ErrorAction SilentlyContinue $program) { throw "something is left in $program" }
if (-not (Test-Path "$saves\kept.txt")) { throw "the saves are gone" }
