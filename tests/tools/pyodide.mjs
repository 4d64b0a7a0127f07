// Runs pytest on Pyodide, Python for browsers: node pyodide.mjs FOLDER ROOT PACKAGES WORDS...
// FOLDER is where npm has put Pyodide, ROOT this project, PACKAGES where pytest is installed; the words go to pytest.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, root, packages, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "node_modules/pyodide/pyodide.mjs")));
const pyodide = await loadPyodide();
for (const [place, source] of [["/tonk", root], ["/packages", packages]]) {
  pyodide.FS.mkdir(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: source }, place);
}
pyodide.globals.set("words", pyodide.toPy(words));
const status = pyodide.runPython(`
import os, sys

os.chdir("/tonk")
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
sys.path[:0] = ["/tonk", "/packages"]
sys.dont_write_bytecode = True

import pytest

int(pytest.main(words))
`);
process.exit(status);
