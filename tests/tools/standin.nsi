; A small program for Windows that stands in for the game where that cannot be built: it writes the
; words that it was started with into a file beside itself.
Unicode true
Target amd64-unicode
SilentInstall silent
RequestExecutionLevel user
OutFile "${OUTPUT}"
!include "FileFunc.nsh"
Section
  ${GetParameters} $0
  FileOpen $1 "$EXEDIR\started.txt" w
  FileWriteUTF16LE /BOM $1 "$0"
  FileClose $1
SectionEnd
