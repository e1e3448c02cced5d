import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import { loadConfig } from "../../../app/config/load-config.ts";

const hosts = (text: string) =>
  loadConfig({ PARLANCE_LINK_PREVIEW_INTERNAL_HOSTS: text }).server.linkPreviewInternalHosts;

test("by default, previews are enabled, no proxy is used and no internal host may be requested", () => {
  const { linkPreviews, linkPreviewProxy, linkPreviewInternalHosts } = loadConfig({}).server;
  assert.deepEqual([linkPreviews, linkPreviewProxy, linkPreviewInternalHosts], [true, undefined, []]);
  assert.equal(loadConfig({ PARLANCE_LINK_PREVIEWS: "false" }).server.linkPreviews, false);
});

test("internal hosts are normalized in the same way as hosts in URLs", () => {
  assert.deepEqual(hosts("Wiki.Internal, 10.0.0.9:8080 ,[fd00::01]:81,intra:80"), [
    "wiki.internal",
    "10.0.0.9:8080",
    "[fd00::1]:81",
    "intra",
  ]);
  for (const text of ["http://wiki", "wiki/x", "user@wiki", "wiki:99999", "*"]) {
    assert.throws(() => hosts(text), ConfigError, text);
  }
});

test("the URL of the proxy must be an http URL without a path", () => {
  const proxy = (text: string) => loadConfig({ PARLANCE_LINK_PREVIEW_PROXY: text }).server.linkPreviewProxy;
  assert.equal(proxy("http://proxy.internal:3128"), "http://proxy.internal:3128");
  for (const text of ["https://proxy.internal", "proxy:3128", "http://proxy/x"]) {
    assert.throws(() => proxy(text), ConfigError, text);
  }
});
