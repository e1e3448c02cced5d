import { c, cpp, csharp, dart, java, kotlin, objectiveC, scala, shader } from "@codemirror/legacy-modes/mode/clike";
import { clojure } from "@codemirror/legacy-modes/mode/clojure";
import { commonLisp } from "@codemirror/legacy-modes/mode/commonlisp";
import { crystal } from "@codemirror/legacy-modes/mode/crystal";
import { css, less, sCSS } from "@codemirror/legacy-modes/mode/css";
import { d } from "@codemirror/legacy-modes/mode/d";
import { diff } from "@codemirror/legacy-modes/mode/diff";
import { dockerFile } from "@codemirror/legacy-modes/mode/dockerfile";
import { elm } from "@codemirror/legacy-modes/mode/elm";
import { fortran } from "@codemirror/legacy-modes/mode/fortran";
import { gas } from "@codemirror/legacy-modes/mode/gas";
import { go } from "@codemirror/legacy-modes/mode/go";
import { groovy } from "@codemirror/legacy-modes/mode/groovy";
import { haskell } from "@codemirror/legacy-modes/mode/haskell";
import { http } from "@codemirror/legacy-modes/mode/http";
import { javascript, json, typescript } from "@codemirror/legacy-modes/mode/javascript";
import { jinja2 } from "@codemirror/legacy-modes/mode/jinja2";
import { julia } from "@codemirror/legacy-modes/mode/julia";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { fSharp, oCaml, sml } from "@codemirror/legacy-modes/mode/mllike";
import { nginx } from "@codemirror/legacy-modes/mode/nginx";
import { octave } from "@codemirror/legacy-modes/mode/octave";
import { pascal } from "@codemirror/legacy-modes/mode/pascal";
import { perl } from "@codemirror/legacy-modes/mode/perl";
import { powerShell } from "@codemirror/legacy-modes/mode/powershell";
import { properties } from "@codemirror/legacy-modes/mode/properties";
import { protobuf } from "@codemirror/legacy-modes/mode/protobuf";
import { cython, python } from "@codemirror/legacy-modes/mode/python";
import { r } from "@codemirror/legacy-modes/mode/r";
import { ruby } from "@codemirror/legacy-modes/mode/ruby";
import { rust } from "@codemirror/legacy-modes/mode/rust";
import { sass } from "@codemirror/legacy-modes/mode/sass";
import { scheme } from "@codemirror/legacy-modes/mode/scheme";
import { shell } from "@codemirror/legacy-modes/mode/shell";
import { smalltalk } from "@codemirror/legacy-modes/mode/smalltalk";
import { sparql } from "@codemirror/legacy-modes/mode/sparql";
import { mySQL, pgSQL, standardSQL } from "@codemirror/legacy-modes/mode/sql";
import { stex } from "@codemirror/legacy-modes/mode/stex";
import { stylus } from "@codemirror/legacy-modes/mode/stylus";
import { swift } from "@codemirror/legacy-modes/mode/swift";
import { tcl } from "@codemirror/legacy-modes/mode/tcl";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { vb } from "@codemirror/legacy-modes/mode/vb";
import { verilog } from "@codemirror/legacy-modes/mode/verilog";
import { vhdl } from "@codemirror/legacy-modes/mode/vhdl";
import { wast } from "@codemirror/legacy-modes/mode/wast";
import { html, xml } from "@codemirror/legacy-modes/mode/xml";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import type { StreamParser } from "@codemirror/streamparser";

/**
 * How code is divided into tokens, by the full name of its language. A mode reads line by line and never looks back.
 * Left out are those whose time grows with the square of a line's length (CMake, CoffeeScript, Erlang, Puppet).
 */
export const modes: Readonly<Record<string, StreamParser<unknown>>> = {
  Bash: shell,
  "C#": csharp,
  "C++": cpp,
  C: c,
  CSS: css,
  CUDA: cpp,
  Clojure: clojure,
  "Common Lisp": commonLisp,
  Crystal: crystal,
  Cython: cython,
  D: d,
  Dart: dart,
  Diff: diff,
  Docker: dockerFile,
  Elm: elm,
  "Emacs Lisp": commonLisp,
  "F#": fSharp,
  Fortran: fortran,
  GAS: gas,
  GLSL: shader,
  Go: go,
  Groovy: groovy,
  HTML: html,
  HTTP: http,
  Haskell: haskell,
  INI: properties,
  JSON: json,
  Java: java,
  JavaScript: javascript,
  Jinja: jinja2,
  Julia: julia,
  Kotlin: kotlin,
  LessCss: less,
  Lua: lua,
  MATLAB: octave,
  MySQL: mySQL,
  "Nginx configuration file": nginx,
  OCaml: oCaml,
  "Objective-C": objectiveC,
  Octave: octave,
  Pascal: pascal,
  Perl: perl,
  "PostgreSQL SQL dialect": pgSQL,
  PowerShell: powerShell,
  Properties: properties,
  "Protocol Buffer": protobuf,
  Python: python,
  R: r,
  Racket: scheme,
  Ruby: ruby,
  Rust: rust,
  SCSS: sCSS,
  SPARQL: sparql,
  SQL: standardSQL,
  Sass: sass,
  Scala: scala,
  Scheme: scheme,
  Smalltalk: smalltalk,
  "Standard ML": sml,
  Stylus: stylus,
  Swift: swift,
  TOML: toml,
  Tcl: tcl,
  TeX: stex,
  TypeScript: typescript,
  "VB.net": vb,
  VHDL: vhdl,
  WebAssembly: wast,
  XML: xml,
  YAML: yaml,
  verilog,
};
