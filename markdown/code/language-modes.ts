import type { LanguageMode } from "./language-mode.ts";
import { withPhp } from "./php.ts";

/**
 * Language modes by the full name of the language. A mode reads code line by line, and never goes back. Each is loaded
 * when code in its language occurs for the first time. Modes whose time grows with the square of a line's length are
 * omitted (CMake, CoffeeScript, Erlang, Puppet).
 */
const LOADERS: Readonly<Record<string, () => Promise<LanguageMode>>> = {
  Bash: async () => (await import("@codemirror/legacy-modes/mode/shell")).shell,
  "C#": async () => (await import("@codemirror/legacy-modes/mode/clike")).csharp,
  "C++": async () => (await import("@codemirror/legacy-modes/mode/clike")).cpp,
  C: async () => (await import("@codemirror/legacy-modes/mode/clike")).c,
  "CSS+PHP": async () => withPhp((await import("@codemirror/legacy-modes/mode/css")).css),
  CSS: async () => (await import("@codemirror/legacy-modes/mode/css")).css,
  CUDA: async () => (await import("@codemirror/legacy-modes/mode/clike")).cpp,
  Clojure: async () => (await import("@codemirror/legacy-modes/mode/clojure")).clojure,
  "Common Lisp": async () => (await import("@codemirror/legacy-modes/mode/commonlisp")).commonLisp,
  Crystal: async () => (await import("@codemirror/legacy-modes/mode/crystal")).crystal,
  Cython: async () => (await import("@codemirror/legacy-modes/mode/python")).cython,
  D: async () => (await import("@codemirror/legacy-modes/mode/d")).d,
  Dart: async () => (await import("@codemirror/legacy-modes/mode/clike")).dart,
  Diff: async () => (await import("@codemirror/legacy-modes/mode/diff")).diff,
  Docker: async () => (await import("@codemirror/legacy-modes/mode/dockerfile")).dockerFile,
  Elm: async () => (await import("@codemirror/legacy-modes/mode/elm")).elm,
  "Emacs Lisp": async () => (await import("@codemirror/legacy-modes/mode/commonlisp")).commonLisp,
  "F#": async () => (await import("@codemirror/legacy-modes/mode/mllike")).fSharp,
  Fortran: async () => (await import("@codemirror/legacy-modes/mode/fortran")).fortran,
  GAS: async () => (await import("@codemirror/legacy-modes/mode/gas")).gas,
  GLSL: async () => (await import("@codemirror/legacy-modes/mode/clike")).shader,
  Go: async () => (await import("@codemirror/legacy-modes/mode/go")).go,
  Groovy: async () => (await import("@codemirror/legacy-modes/mode/groovy")).groovy,
  "HTML+PHP": async () => withPhp((await import("@codemirror/legacy-modes/mode/xml")).html),
  HTML: async () => (await import("@codemirror/legacy-modes/mode/xml")).html,
  HTTP: async () => (await import("@codemirror/legacy-modes/mode/http")).http,
  Haskell: async () => (await import("@codemirror/legacy-modes/mode/haskell")).haskell,
  INI: async () => (await import("@codemirror/legacy-modes/mode/properties")).properties,
  JSON: async () => (await import("@codemirror/legacy-modes/mode/javascript")).json,
  Java: async () => (await import("@codemirror/legacy-modes/mode/clike")).java,
  "JavaScript+PHP": async () => withPhp((await import("@codemirror/legacy-modes/mode/javascript")).javascript),
  JavaScript: async () => (await import("@codemirror/legacy-modes/mode/javascript")).javascript,
  Jinja: async () => (await import("@codemirror/legacy-modes/mode/jinja2")).jinja2,
  Julia: async () => (await import("@codemirror/legacy-modes/mode/julia")).julia,
  Kotlin: async () => (await import("@codemirror/legacy-modes/mode/clike")).kotlin,
  LessCss: async () => (await import("@codemirror/legacy-modes/mode/css")).less,
  Lua: async () => (await import("@codemirror/legacy-modes/mode/lua")).lua,
  MATLAB: async () => (await import("@codemirror/legacy-modes/mode/octave")).octave,
  MySQL: async () => (await import("@codemirror/legacy-modes/mode/sql")).mySQL,
  "Nginx configuration file": async () => (await import("@codemirror/legacy-modes/mode/nginx")).nginx,
  OCaml: async () => (await import("@codemirror/legacy-modes/mode/mllike")).oCaml,
  "Objective-C": async () => (await import("@codemirror/legacy-modes/mode/clike")).objectiveC,
  Octave: async () => (await import("@codemirror/legacy-modes/mode/octave")).octave,
  PHP: async () => withPhp((await import("@codemirror/legacy-modes/mode/xml")).html, { isPhpWithoutTags: true }),
  Pascal: async () => (await import("@codemirror/legacy-modes/mode/pascal")).pascal,
  Perl: async () => (await import("@codemirror/legacy-modes/mode/perl")).perl,
  "PostgreSQL SQL dialect": async () => (await import("@codemirror/legacy-modes/mode/sql")).pgSQL,
  PowerShell: async () => (await import("@codemirror/legacy-modes/mode/powershell")).powerShell,
  Properties: async () => (await import("@codemirror/legacy-modes/mode/properties")).properties,
  "Protocol Buffer": async () => (await import("@codemirror/legacy-modes/mode/protobuf")).protobuf,
  Python: async () => (await import("@codemirror/legacy-modes/mode/python")).python,
  R: async () => (await import("@codemirror/legacy-modes/mode/r")).r,
  RHTML: async () => (await import("@codemirror/legacy-modes/mode/xml")).html,
  Racket: async () => (await import("@codemirror/legacy-modes/mode/scheme")).scheme,
  Ruby: async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby,
  Rust: async () => (await import("@codemirror/legacy-modes/mode/rust")).rust,
  SCSS: async () => (await import("@codemirror/legacy-modes/mode/css")).sCSS,
  SPARQL: async () => (await import("@codemirror/legacy-modes/mode/sparql")).sparql,
  SQL: async () => (await import("@codemirror/legacy-modes/mode/sql")).standardSQL,
  Sass: async () => (await import("@codemirror/legacy-modes/mode/sass")).sass,
  Scala: async () => (await import("@codemirror/legacy-modes/mode/clike")).scala,
  Scheme: async () => (await import("@codemirror/legacy-modes/mode/scheme")).scheme,
  Smalltalk: async () => (await import("@codemirror/legacy-modes/mode/smalltalk")).smalltalk,
  "Standard ML": async () => (await import("@codemirror/legacy-modes/mode/mllike")).sml,
  Stylus: async () => (await import("@codemirror/legacy-modes/mode/stylus")).stylus,
  Swift: async () => (await import("@codemirror/legacy-modes/mode/swift")).swift,
  TOML: async () => (await import("@codemirror/legacy-modes/mode/toml")).toml,
  Tcl: async () => (await import("@codemirror/legacy-modes/mode/tcl")).tcl,
  TeX: async () => (await import("@codemirror/legacy-modes/mode/stex")).stex,
  TypeScript: async () => (await import("@codemirror/legacy-modes/mode/javascript")).typescript,
  "VB.net": async () => (await import("@codemirror/legacy-modes/mode/vb")).vb,
  VHDL: async () => (await import("@codemirror/legacy-modes/mode/vhdl")).vhdl,
  WebAssembly: async () => (await import("@codemirror/legacy-modes/mode/wast")).wast,
  "XML+PHP": async () => withPhp((await import("@codemirror/legacy-modes/mode/xml")).xml),
  XML: async () => (await import("@codemirror/legacy-modes/mode/xml")).xml,
  YAML: async () => (await import("@codemirror/legacy-modes/mode/yaml")).yaml,
  verilog: async () => (await import("@codemirror/legacy-modes/mode/verilog")).verilog,
};

const loadedModes = new Map<string, LanguageMode>();

/** Full names of the languages that can be highlighted. */
export const highlightedLanguages: readonly string[] = Object.keys(LOADERS);

/**
 * Returns the name under which the mode of a language is loaded. For a combination such as `HTML+Django/Jinja` that has
 * no mode of its own, it is the name of the first language.
 */
function loaderName(language: string): string {
  const [host = "", ...templates] = language.split("+");
  return Object.hasOwn(LOADERS, language) || templates.length === 0 ? language : host;
}

/** Loads the mode of a language, if there is one. */
export async function loadMode(language: string): Promise<void> {
  const name = loaderName(language);
  const load = Object.hasOwn(LOADERS, name) && !loadedModes.has(name) ? LOADERS[name] : undefined;
  if (load) loadedModes.set(name, await load());
}

/** Returns the mode of a language, if it is loaded. */
export const findMode = (language: string): LanguageMode | undefined => loadedModes.get(loaderName(language));
