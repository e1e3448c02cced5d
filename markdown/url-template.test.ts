import assert from "node:assert/strict";
import { test } from "node:test";
import { expandUrlTemplate, parseUrlTemplate } from "./url-template.ts";

const values = new Map([
  ["var", "value"],
  ["hello", "Hello World!"],
  ["half", "50%"],
  ["path", "/foo/bar"],
  ["base", "http://example.com/home/"],
  ["empty", ""],
  ["x", "1024"],
  ["y", "768"],
  ["who", "fred"],
  ["v", "6"],
  ["owls", "🦉🦉🦉"],
  ["cut", "%41%"],
]);

const expanded = (source: string) => {
  const template = parseUrlTemplate(source);
  return template && expandUrlTemplate(template, values);
};

test("templates of all four levels are expanded as in RFC 6570", () => {
  const cases: Record<string, string> = {
    plain: "plain",
    "{var}": "value",
    "{hello}": "Hello%20World%21",
    "{half}": "50%25",
    "O{empty}X": "OX",
    "O{undef}X": "OX",
    "{x,y}": "1024,768",
    "?{x,empty}": "?1024,",
    "?{x,undef}": "?1024",
    "?{undef,y}": "?768",
    "{var:3}": "val",
    "{var:30}": "value",
    "{+var}": "value",
    "{+hello}": "Hello%20World!",
    "{+half}": "50%25",
    "{base}index": "http%3A%2F%2Fexample.com%2Fhome%2Findex",
    "{+base}index": "http://example.com/home/index",
    "O{+empty}X": "OX",
    "{+path}/here": "/foo/bar/here",
    "here?ref={+path}": "here?ref=/foo/bar",
    "{+x,hello,y}": "1024,Hello%20World!,768",
    "{+path:6}/here": "/foo/b/here",
    "{#hello}": "#Hello%20World!",
    "foo{#empty}": "foo#",
    "foo{#undef}": "foo",
    "{#path,x}/here": "#/foo/bar,1024/here",
    "{.who,who}": ".fred.fred",
    "X{.empty}": "X.",
    "X{.undef}": "X",
    "{/var,x}/here": "/value/1024/here",
    "{/var,empty}": "/value/",
    "{/var:1,var}": "/v/value",
    "{;x,y,empty}": ";x=1024;y=768;empty",
    "{;v,undef,who}": ";v=6;who=fred",
    "{?x,y,empty}": "?x=1024&y=768&empty=",
    "{?var:3}": "?var=val",
    "{?undef}": "",
    "?fixed=yes{&x}": "?fixed=yes&x=1024",
    "{&x,y,empty}": "&x=1024&y=768&empty=",
    "{who*}": "fred",
    "{?who*}": "?who=fred",
    "{owls:2}": "%F0%9F%A6%89%F0%9F%A6%89",
    "{+cut}": "%41%25",
    "é/%C3%A9/{var}?a[]=1": "%C3%A9/%C3%A9/value?a[]=1",
  };
  for (const [source, address] of Object.entries(cases))
    assert.deepEqual([source, expanded(source)], [source, address]);
});

test("invalid templates are rejected", () => {
  const wrong = ["{", "}", "{}", "{a", "a}", "{a}}", "{{a}}", "{a b}", "{!a}", "{=a}", "{|a}", "{a:0}", "{a:10000}"];
  const alsoWrong = [
    "{a:x}",
    "{a:1*}",
    "{a,}",
    "{+}",
    "{.a.}",
    "{a..b}",
    "{é}",
    "a b",
    "a%b",
    'a"b',
    "a<b",
    "a\nb",
    "\ud800",
  ];
  for (const source of [...wrong, ...alsoWrong]) assert.equal(parseUrlTemplate(source), null, source);
});

test("a template lists its variables", () => {
  const variables = parseUrlTemplate("/{a}{?b,c:3}{a.b*}/{%41}")?.variables;
  assert.deepEqual([...(variables ?? [])], ["a", "b", "c", "a.b", "%41"]);
});

test("unpaired surrogates in values do not cause an error", () => {
  const template = parseUrlTemplate("/{a}");
  assert.equal(template && expandUrlTemplate(template, new Map([["a", "x\ud800"]])), "/x%EF%BF%BD");
});
