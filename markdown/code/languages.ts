/** One line per language: its full name, then its labels in code blocks. */
const TABLE = `ABAP|abap
ActionScript|as actionscript
Ada|ada ada95 ada2005
ANTLR|antlr
ApacheConf|apacheconf aconf apache
APL|apl
AppleScript|applescript
Arduino|arduino
ASN.1|asn1
Awk|awk gawk mawk nawk
Ballerina|ballerina
Bash Session|console shell-session
Bash|bash sh ksh zsh shell openrc
Batchfile|bat batch dosbatch winbatch
BibTeX|bib bibtex
Brainfuck|brainfuck bf
C#|csharp c# cs
C++|cpp c++
C|c
CMake|cmake
COBOL|cobol
CSS|css
Ceylon|ceylon
Clojure|clojure clj
CoffeeScript|coffee-script coffeescript coffee
Common Lisp|common-lisp cl lisp
Coq|coq
Crystal|cr crystal
CUDA|cuda cu
Cypher|cypher
Cython|cython pyx pyrex
D|d
Dart|dart
Diff|diff udiff
Docker|docker dockerfile
DTD|dtd
Dylan|dylan
EBNF|ebnf
Eiffel|eiffel
Elixir|elixir ex exs
Elm|elm
Emacs Lisp|emacs-lisp elisp emacs
Erlang|erlang
F#|fsharp f#
Factor|factor
Fennel|fennel fnl
Forth|forth
Fortran|fortran f90
GAS|gas asm
GDScript|gdscript gd
Gherkin|gherkin cucumber
GLSL|glsl
Go|go golang
GraphQL|graphql
Groovy|groovy
HTML|html
HTTP|http
Haml|haml
Handlebars|handlebars
Haskell|haskell hs
Haxe|haxe hxsl hx
Hy|hylang
IDL|idl
INI|ini cfg dosini
Idris|idris idr
JSON|json json-object
Java|java
JavaScript|javascript js
Jinja|django jinja jinja2
Julia|julia jl
Kotlin|kotlin
LLVM|llvm
Lean|lean
LessCss|less
LiveScript|live-script livescript
Lua|lua
MATLAB|matlab
Makefile|make makefile mf bsdmake
Markdown|markdown md
Mathematica|mathematica mma nb
Modelica|modelica
MySQL|mysql
NASM|nasm
NSIS|nsis nsi nsh
Nginx configuration file|nginx
Nim|nimrod nim
Nix|nixos nix
OCaml|ocaml
Objective-C|objective-c objectivec obj-c objc
Octave|octave
PHP|php php3 php4 php5
PL/pgSQL|plpgsql
Pascal|pascal delphi objectpascal
Perl|perl pl
Pig|pig
PostgreSQL SQL dialect|postgresql postgres
PowerShell|powershell pwsh posh ps1 psm1
Prolog|prolog
Properties|properties jproperties
Protocol Buffer|protobuf proto
Pug|pug jade
Puppet|puppet
Python|python py sage python3 py3
Python 2.x|python2 py2
Python console session|pycon
R|splus s r
Racket|racket rkt
Raku|perl6 pl6 raku
ReasonML|reasonml reason
RPMSpec|spec
Ruby|ruby rb duby
Rust|rust rs
SAS|sas
SCSS|scss
SPARQL|sparql
SQL|sql
Sass|sass
Scala|scala
Scheme|scheme scm
Smalltalk|smalltalk squeak st
Solidity|solidity
Standard ML|sml
Stylus|stylus
Svelte|svelte
Swift|swift
TOML|toml
Tcl|tcl
TeX|tex latex
Terraform|terraform tf hcl
Text only|text
Thrift|thrift
Tiddler|tid
Groff|groff nroff man
Turtle|turtle
TypeScript|typescript ts
VB.net|vb.net vbnet
VBScript|vbscript
VHDL|vhdl
Vala|vala vapi
Velocity|velocity
verilog|verilog v
VimL|vim
Vue|vue
WebAssembly|wast wat
Web IDL|webidl
XML|xml
XQuery|xquery xqy xq xql xqm
XSLT|xslt
YAML|yaml
Zig|zig
CSS+Django/Jinja|css+django css+jinja
CSS+Genshi Text|css+genshitext css+genshi
CSS+Lasso|css+lasso
CSS+Mako|css+mako
CSS+Myghty|css+myghty
CSS+PHP|css+php
CSS+Ruby|css+ruby css+erb
CSS+Smarty|css+smarty
HTML+Cheetah|html+cheetah html+spitfire
HTML+Django/Jinja|html+django html+jinja
HTML+Genshi|html+genshi html+kid
HTML+Handlebars|html+handlebars
HTML+Lasso|html+lasso
HTML+Mako|html+mako
HTML+Myghty|html+myghty
HTML+PHP|html+php
HTML+Smarty|html+smarty
HTML+Twig|html+twig
HTML+Velocity|html+velocity
JavaScript+Django/Jinja|javascript+django js+django javascript+jinja js+jinja
JavaScript+Genshi Text|javascript+genshitext js+genshitext javascript+genshi js+genshi
JavaScript+Lasso|javascript+lasso js+lasso
JavaScript+Mako|javascript+mako js+mako
JavaScript+Myghty|javascript+myghty js+myghty
JavaScript+PHP|javascript+php js+php
JavaScript+Ruby|javascript+ruby js+ruby javascript+erb js+erb
JavaScript+Smarty|javascript+smarty js+smarty
RHTML|rhtml html+erb html+ruby
XML+Django/Jinja|xml+django xml+jinja
XML+Lasso|xml+lasso
XML+Mako|xml+mako
XML+Myghty|xml+myghty
XML+PHP|xml+php
XML+Ruby|xml+ruby xml+erb
XML+Smarty|xml+smarty
XML+Velocity|xml+velocity`;

const namesByLabel: ReadonlyMap<string, string> = new Map(
  TABLE.split("\n").flatMap((line) => {
    const [name = "", labels = ""] = line.split("|");
    return labels.split(" ").map((label) => [label, name] as const);
  }),
);

/** The label with which each language is suggested for code blocks: the first of its labels. */
export const languageLabels: readonly string[] = TABLE.split("\n").flatMap(
  (line) => line.split("|")[1]?.split(" ")[0] ?? [],
);

/** Returns the full name of the language with this label. An unknown label is returned unchanged. */
export const languageName = (label: string): string => namesByLabel.get(label.toLowerCase()) ?? label;
