import assert from "node:assert/strict";
import { test } from "node:test";
import { FailedImages } from "./failed-images.ts";

const MINUTE = 60_000;

function scene() {
  const clock = { now: 0 };
  const pictures = new FailedImages(() => clock.now);
  const missMany = (site: string) => {
    for (let nth = 0; nth < 20; nth += 1) pictures.add(`${site}/${nth}.png`);
  };
  return { clock, pictures, missMany };
}

test("an image that failed to load is not requested again, but other images are", () => {
  const { pictures } = scene();
  pictures.add("https://faces.example/1.png");
  assert.equal(pictures.has("https://faces.example/1.png"), true);
  assert.equal(pictures.has("https://faces.example/2.png"), false);
});

test("after many failed images, a site is not requested for some minutes, or until the network is back", () => {
  const { clock, pictures, missMany } = scene();
  missMany("https://faces.example");
  assert.equal(pictures.has("https://faces.example/another.png"), true);
  assert.equal(pictures.has("https://elsewhere.example/another.png"), false);
  clock.now = 6 * MINUTE;
  assert.equal(pictures.has("https://faces.example/another.png"), false);
  missMany("https://faces.example");
  assert.equal(pictures.has("https://faces.example/another.png"), true);
  pictures.clear();
  assert.equal(pictures.has("https://faces.example/another.png"), false);
});

test("an image is still requested if another image of its site has loaded, or if it is from our own server", () => {
  const { pictures, missMany } = scene();
  pictures.markLoaded("https://faces.example/here.png");
  missMany("https://faces.example");
  assert.equal(pictures.has("https://faces.example/another.png"), false);
  missMany("/user_avatars");
  assert.equal(pictures.has("/user_avatars/another.png"), false);
});
