import assert from "node:assert/strict";
import { connect, createServer, type AddressInfo } from "node:net";
import { createServer as createHttpServer } from "node:http";
import { once } from "node:events";
import { createServer as createTlsServer } from "node:https";
import { after, test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";
import { findParserProcesses } from "@parlance/kernel/untrusted-parsing/fixtures/parser-processes.ts";
import { newCertificate } from "../fixtures/certificate.ts";
import { story, Web } from "../fixtures/web.ts";
import { PageReader } from "./page-reader.ts";

const web = await Web.start();
const site = `pages.test:${web.port}`;
const never = { realmId: 1, signal: new AbortController().signal };
const names: Record<string, string[]> = { "pages.test": ["127.0.0.1"] };
const looked: string[] = [];

const resolve = async (name: string) => {
  looked.push(name);
  return names[name] ?? [];
};

/** Creates a page reader that may request one internal site. */
function reader(more: Partial<ConstructorParameters<typeof PageReader>[0]> = {}, internalHosts = [site]) {
  const guard = new SsrfGuard({ internalHosts, resolve, isBehindProxy: more.proxy !== undefined });
  return new PageReader({ guard, userAgent: "Parlance/test", ...more });
}

const read = (path: string, more = {}) => reader(more).read(web.url(path, site), never);
const refused = (address: string, reason: RegExp, more = {}, hosts = [site]) =>
  assert.rejects(reader(more, hosts).read(address, never), reason, address);

const html = (body: string | Buffer, headers: Record<string, string> = {}) => {
  const path = `/made/${web.pages.size}`;
  web.pages.set(path, (answer) => {
    answer.writeHead(200, { "content-type": "text/html", ...headers }).end(body);
  });
  return path;
};

/** Starts a proxy. All its tunnels lead to the same port of this machine. */
async function startProxy(port: number) {
  const tunnels: string[] = [];
  const proxy = createHttpServer().listen(0, "127.0.0.1");
  after(() => proxy.close());
  await once(proxy, "listening");
  proxy.on("connect", ({ url = "" }, client) => {
    tunnels.push(url);
    if (url.startsWith("forbidden.")) return client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const socket = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    return socket.pipe(client).pipe(socket);
  });
  return { proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, tunnels };
}

const found = { title: "A story", description: "What happened", image: web.url("/i.png", site) };

test("pages are parsed in a separate process", { skip: process.platform !== "linux" }, async () => {
  await read(html("<title>A story</title><meta property=og:image content=/i.png>"));
  assert.ok((await findParserProcesses("page-parser.ts")).length > 0);
});

test("a page's title, description and picture are read", async () => {
  assert.deepEqual(await read(html(story())), found);
});

test("requests contain the user agent and the accepted types, but no cookies and no other information about the server", async () => {
  await read(html(story(), { "set-cookie": "a=b" }));
  await read(html(story()));
  const { host, "user-agent": agent, connection, ...more } = web.lastHeaders;
  assert.deepEqual([host, agent, connection], [site, "Parlance/test", "close"]);
  assert.deepEqual(more, { accept: "text/html, application/xhtml+xml", "accept-encoding": "gzip, br" });
});

test("a page has no preview if it has no picture, or if the picture's URL is not http or https", async () => {
  assert.equal(await read(html("<title>Words</title>")), null);
  for (const image of [
    "data:image/png,x",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "http://",
    "//u:p@a.test/b",
    " ",
  ]) {
    assert.equal(await read(html(`<meta property="og:image" content="${image}">`)), null, image);
  }
  assert.equal(await read(html(`<meta property="og:image" content="/${"x".repeat(2000)}">`)), null);
});

test("a host name is resolved once, and the connection uses exactly the addresses that were checked", async () => {
  looked.length = 0;
  await read(html(story()));
  assert.deepEqual(looked, ["pages.test"]);
});

test("internal addresses are not requested, in whatever notation they are written", async () => {
  names["inside.test"] = ["10.0.0.1"];
  names["mixed.test"] = ["8.8.8.8", "127.0.0.1"];
  names["mapped.test"] = ["::ffff:127.0.0.1"];
  names["meta.test"] = ["169.254.169.254"];
  names["localhost"] = ["127.0.0.1"];
  for (const host of [
    ..."inside.test mixed.test mapped.test meta.test localhost 127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1".split(
      " ",
    ),
    ..."0.0.0.0 [::1] [::] [::ffff:127.0.0.1] [fd00::1] [fe80::1] 169.254.169.254 100.100.100.200 inside.TEST".split(
      " ",
    ),
  ]) {
    await refused(`http://${host}/`, /at an internal address/);
    await refused(`https://${host}/`, /at an internal address/);
  }
  await refused("http://nowhere.test/", /at no address/);
});

test("URLs with other ports, other schemes or credentials are rejected", async () => {
  names["outside.test"] = ["8.8.8.8"];
  for (const url of ["http://outside.test:8080/", "https://outside.test:22/", "http://outside.test:443/"]) {
    await refused(url, /not at the usual port/);
  }
  await refused("ftp://outside.test/", /not of the web/);
  await refused(`http://user:password@${site}/`, /with a login/);
  await refused(web.url("/"), /not at the usual port/);
});

test("an allowed internal host may only be requested at the configured port, or at the default ports if none is configured", async () => {
  await refused(web.url("/", site), /not at the usual port/, {}, ["pages.test"]);
  await refused("http://pages.test:1/", /not at the usual port/);
  await refused("http://pages.test/", /at an internal address/);
});

test("redirects are followed, and every URL is checked in the same way as the first one", async () => {
  const target = html(story());
  const redirect = (location: string, status = 302) => {
    const path = `/redirect/${web.pages.size}`;
    web.pages.set(path, (answer) => {
      answer.writeHead(status, { location }).end();
    });
    return path;
  };
  for (const status of [301, 302, 303, 307, 308]) assert.deepEqual(await read(redirect(target, status)), found);
  assert.deepEqual(await read([1, 2, 3].reduce((to) => redirect(to), redirect(target))), found);
  await refused(
    web.url(
      [1, 2, 3, 4].reduce((to) => redirect(to), redirect(target)),
      site,
    ),
    /too often/,
  );
  web.requestedUrls.length = 0;
  for (const [location, reason] of [
    [web.url("/secret"), /not at the usual port/],
    ["http://127.0.0.1/secret", /at an internal address/],
    ["//[::1]/secret", /at an internal address/],
    ["http://inside.test/", /at an internal address/],
    ["file:///etc/passwd", /not of the web/],
    ["http://", /answered with 302/],
    ["", /too often/],
  ] as const) {
    await refused(web.url(redirect(location), site), reason);
  }
  assert.equal(web.count("/secret"), 0);
});

test("only successful HTML responses are read", async () => {
  for (const type of ["image/png", "application/json", "text/plain", "", "text/htmlx"]) {
    await refused(web.url(html(story(), { "content-type": type }), site), /not of a type/);
  }
  assert.deepEqual(await read(html(story(), { "content-type": "Application/XHTML+XML ;charset=utf-8" })), found);
  await refused(web.url("/absent", site), /answered with 404/);
  web.pages.set("/empty", (answer) => {
    answer.writeHead(204).end();
  });
  await refused(web.url("/empty", site), /answered with 204/);
});

test("pages are decoded with the encoding that they declare", async () => {
  const page = (head: string) => `${head}<title>naïve ☕</title><meta property="og:image" content="/i.png">`;
  const latin = Buffer.from(page('<meta charset="windows-1252">').replace(" ☕", "\x93"), "latin1");
  const title = async (path: string) => (await read(path))?.title;
  assert.equal(await title(html(page(""))), "naïve ☕");
  assert.equal(await title(html(latin)), "naïve“");
  assert.equal(await title(html(latin, { "content-type": 'text/html; charset="ISO-8859-1"' })), "naïve“");
  assert.equal(await title(html(Buffer.from(`\ufeff${page("")}`, "utf16le"))), "naïve ☕");
  assert.equal(
    await title(html(Buffer.from(page("")), { "content-type": "text/html; charset=none-such" })),
    "naïve ☕",
  );
  assert.match(
    (await title(html(Buffer.from("<title>\xff\xfe\x00x</title><link rel=image_src href=i>", "latin1")))) ?? "",
    /x$/,
  );
});

test("too long texts are truncated, and line breaks in texts are replaced by spaces", async () => {
  const long = `<title> a\n\t b\u0000\u0007 ${"😀".repeat(400)}</title><meta name=description content="${"d".repeat(5000)}">`;
  const page = await read(html(`${long}<link rel=image_src href=i>`));
  assert.equal(page?.title, `a b ${"😀".repeat(295)}…`);
  assert.equal(page?.description.length, 1000);
});

test("compressed pages are decompressed, up to the maximum page size", async () => {
  assert.deepEqual(await read(html(gzipSync(story()), { "content-encoding": "gzip" })), found);
  assert.deepEqual(await read(html(brotliCompressSync(story()), { "content-encoding": "br" })), found);
  await refused(
    web.url(html(deflateSync(story()), { "content-encoding": "zip" }), site),
    /compressed with an encoding/,
  );
  await assert.rejects(read(html("no such thing", { "content-encoding": "gzip" })));
  const bomb = Buffer.concat([Buffer.from(story().replace("</head>", "")), Buffer.alloc(200 * 1024 * 1024, " ")]);
  const before = process.memoryUsage.rss();
  assert.deepEqual(await read(html(gzipSync(bomb, { level: 1 }), { "content-encoding": "gzip" })), found);
  assert.ok(process.memoryUsage.rss() - before < 100 * 1024 * 1024);
});

test("only the start of a page that never ends is read", async () => {
  web.pages.set("/endless", (answer) => {
    answer.writeHead(200, { "content-type": "text/html" });
    answer.write(story());
    const more = () => {
      while (!answer.destroyed && answer.write(" ".repeat(65_536)));
    };
    answer.on("drain", more);
    more();
  });
  assert.deepEqual(await read("/endless"), found);
});

test("reading a page is aborted after a timeout, whatever causes the delay", async () => {
  const slow = { timeoutMs: 100 };
  web.pages.set("/silent", () => undefined);
  web.pages.set("/trickle", (answer) => {
    answer.writeHead(200, { "content-type": "text/html" });
    const timer = setInterval(() => answer.write(" "), 20);
    answer.on("close", () => clearInterval(timer));
  });
  await refused(web.url("/silent", site), /abort|timeout/i, slow);
  await refused(web.url("/trickle", site), /abort|timeout/i, slow);
  const guard = new SsrfGuard({ internalHosts: [], resolve: () => new Promise(() => undefined), isBehindProxy: false });
  await refused("http://nowhere.test/", /abort|timeout/i, { guard, ...slow });
});

test("reading a page is aborted when the server stops", async () => {
  const stop = new AbortController();
  web.pages.set("/until-stop", () => stop.abort());
  await assert.rejects(reader().read(web.url("/until-stop", site), { ...never, signal: stop.signal }), {
    name: "AbortError",
  });
});

test("a response with too large headers, or one that is not valid HTTP, is rejected", async () => {
  await assert.rejects(read(html(story(), { "x-long": "x".repeat(20_000) })), { code: "HPE_HEADER_OVERFLOW" });
  const head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 100\r\n";
  let response = "";
  let then: "end" | "resetAndDestroy" | "pause" = "end";
  const raw = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.write(response, () => socket[then]()));
  });
  raw.listen(0, "127.0.0.1");
  after(() => raw.close());
  await once(raw, "listening");
  const host = `127.0.0.1:${(raw.address() as AddressInfo).port}`;
  for (response of [
    "",
    "SSH-2.0-Parlance\r\n",
    `${head}\r\nabc`,
    `${head}content-encoding: gzip\r\n\r\nabc`,
    "HTTP/1.1 100 Continue\r\n\r\n".repeat(50),
    "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
  ]) {
    for (then of ["end", "resetAndDestroy", "pause"] as const) {
      for (const scheme of ["http", "https"]) {
        await assert.rejects(
          reader({ timeoutMs: 200 }, [host]).read(`${scheme}://${host}/`, never),
          `${then} ${response}`,
        );
      }
    }
  }
});

test("HTTPS pages are read only from hosts with a valid certificate, both directly and through a proxy", async () => {
  const certificate = newCertificate("pages.test");
  const server = createTlsServer(certificate, web.respond).listen(0, "127.0.0.1");
  after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  names["other.test"] = ["127.0.0.1"];
  const hosts = [`pages.test:${port}`, `other.test:${port}`];
  const path = html(story());
  const image = `https://pages.test:${port}/i.png`;
  await refused(`https://pages.test:${port}${path}`, /self-signed certificate/, {}, hosts);
  setDefaultCACertificates([...getCACertificates(), certificate.cert]);
  assert.deepEqual(await reader({}, hosts).read(`https://pages.test:${port}${path}`, never), { ...found, image });
  await refused(`https://other.test:${port}${path}`, /altnames/, {}, hosts);
  const { proxy } = await startProxy(port);
  const through = reader({ proxy }, hosts);
  assert.deepEqual(await through.read(`https://pages.test:${port}${path}`, never), { ...found, image });
  await assert.rejects(through.read(`https://other.test:${port}${path}`, never), /altnames/);
});

test("a page of a known video site gets a player whose URL comes from the site's oEmbed response", async () => {
  const videoSites = [{ pageHosts: ["pages.test"], oEmbedUrl: web.url("/oembed", site), playerHosts: ["player.test"] }];
  const page = html(story());
  const question = `/oembed?url=${encodeURIComponent(web.url(page, site))}&format=json`;
  const answers = (answer: object) =>
    web.pages.set(question, (response) => {
      response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(answer));
    });
  const video = { type: "video", title: "A film", thumbnail_url: web.url("/t.png", site) };
  const frame = '<script>alert(1)</script><iframe onload="alert(1)" src="https://player.test/1?a=\'&amp;b=2"></iframe>';
  answers({ ...video, html: frame });
  assert.deepEqual(await read(page, { videoSites }), {
    title: "A film",
    description: "",
    image: web.url("/t.png", site),
    player: '<iframe allowfullscreen src="https://player.test/1?a=%27&#38;b=2"></iframe>',
  });
  for (const answer of [
    { ...video, type: "rich", html: frame },
    { ...video, html: frame.replace("player.test", "evil.test") },
    { ...video, html: frame.replace("https:", "http:") },
    { ...video, html: frame.replace("https://player.test/1", "javascript:alert(1)//") },
    { ...video, html: "<b>no frame</b>" },
    { ...video, html: 1 },
    video,
    [],
  ]) {
    answers(answer);
    assert.deepEqual(await read(page, { videoSites }), found, JSON.stringify(answer));
  }
});

test("with a proxy, every page is fetched through a tunnel, and IP addresses in URLs are still checked", async () => {
  const { proxy, tunnels } = await startProxy(web.port);
  const through = { proxy };
  const path = html(story());
  looked.length = 0;
  assert.equal((await reader(through).read(`http://somewhere.test${path}`, never))?.title, "A story");
  assert.deepEqual(tunnels, ["somewhere.test:80"]);
  assert.deepEqual(looked, []);
  await refused("http://forbidden.test/", /refused by the proxy with 403/, through);
  await refused("http://127.0.0.1/", /at an internal address/, through);
});
