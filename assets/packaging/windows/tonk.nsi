; The installer for Windows: for one user, without an administrator's rights.
;
; makensis -DVERSION=… -DPROGRAM=folder of the program -DICON=… -DLICENCE=… -DOUTPUT=…
;   -DLANGUAGES=file by windows.py -DPUBLISHER=… -DHOMEPAGE=… -DISSUES=… tonk.nsi

Unicode true
Target amd64-unicode
ManifestDPIAware true

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tonk"
!define CLASSES "Software\Classes"
!define KIND "Tonk.Record"

Name "Tonk"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Tonk"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
RequestExecutionLevel user

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Tonk"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Tonk"
VIAddVersionKey "LegalCopyright" "${PUBLISHER}; MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\tonk.exe"
!define MUI_LANGDLL_REGISTRY_ROOT HKCU
!define MUI_LANGDLL_REGISTRY_KEY "${UNINSTALL}"
!define MUI_LANGDLL_REGISTRY_VALUENAME "Language"

!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!include /CHARSET=UTF8 "${LANGUAGES}"
!insertmacro MUI_RESERVEFILE_LANGDLL

Function .onInit
  !insertmacro MUI_LANGDLL_DISPLAY
FunctionEnd

Function un.onInit
  !insertmacro MUI_UNGETLANGUAGE
FunctionEnd

; A program that runs cannot be replaced: it is asked to be closed before anything is touched.
!macro RefuseWhileOpen
  ${If} ${FileExists} "$INSTDIR\tonk.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\tonk.exe" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "$(IsOpen)" /SD IDOK
      SetErrorLevel 2
      Abort "$(IsOpen)"
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

; What an older version left would only be in the way; what is not Tonk's is never touched.
!macro RemoveProgram
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\tonk.exe"
  Delete "$INSTDIR\tonk-console.exe"
  Delete "$INSTDIR\uninstall.exe"
!macroend

!macro Open EXTENSION
  WriteRegStr HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids" "${KIND}" ""
!macroend

!macro Forget EXTENSION
  DeleteRegValue HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids" "${KIND}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${EXTENSION}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${EXTENSION}"
!macroend

Section
  ${DirState} "$INSTDIR" $0
  ${If} $0 == 1
  ${AndIfNot} ${FileExists} "$INSTDIR\tonk.exe"
    MessageBox MB_OK|MB_ICONSTOP "$(IsElse)" /SD IDOK
    SetErrorLevel 2
    Abort "$(IsElse)"
  ${EndIf}
  !insertmacro RefuseWhileOpen
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${PROGRAM}/*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\Tonk.lnk" "$INSTDIR\tonk.exe"

  ; Windows knows single endings only. Tonk offers itself for .json; .jsonl it takes if nobody has.
  WriteRegStr HKCU "${CLASSES}\${KIND}" "" "$(Record)"
  WriteRegStr HKCU "${CLASSES}\${KIND}\DefaultIcon" "" "$INSTDIR\tonk.exe,0"
  WriteRegStr HKCU "${CLASSES}\${KIND}\shell\open\command" "" '"$INSTDIR\tonk.exe" open "%1"'
  !insertmacro Open ".json"
  !insertmacro Open ".jsonl"
  ReadRegStr $0 HKCR ".jsonl" ""
  ${If} $0 == ""
    WriteRegStr HKCU "${CLASSES}\.jsonl" "" "${KIND}"
  ${EndIf}

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Tonk"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\tonk.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "${PUBLISHER}"
  WriteRegStr HKCU "${UNINSTALL}" "URLInfoAbout" "${HOMEPAGE}"
  WriteRegStr HKCU "${UNINSTALL}" "HelpLink" "${ISSUES}"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section Uninstall
  !insertmacro RefuseWhileOpen
  !insertmacro RemoveProgram
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Tonk.lnk"
  DeleteRegKey HKCU "${CLASSES}\${KIND}"
  ReadRegStr $0 HKCU "${CLASSES}\.jsonl" ""
  ${If} $0 == "${KIND}"
    DeleteRegValue HKCU "${CLASSES}\.jsonl" ""
  ${EndIf}
  !insertmacro Forget ".json"
  !insertmacro Forget ".jsonl"
  DeleteRegKey HKCU "${UNINSTALL}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  DetailPrint "$(Kept)"
  MessageBox MB_OK|MB_ICONINFORMATION "$(Kept)" /SD IDOK
SectionEnd
