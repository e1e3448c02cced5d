/**
 * Scripts for logging in with a passkey and for adding one. They are needed because browsers offer passkeys only to
 * scripts. The content security policy of the page allows each script by its hash.
 */

/**
 * Script that gets a signed response from a passkey and submits it with the form. In browsers without passkeys, the
 * form stays hidden.
 */
export const usePasskeyScript = `(async () => {
  const form = document.getElementById("passkey");
  if (!form || !window.PublicKeyCredential?.parseRequestOptionsFromJSON) return;
  const problem = document.getElementById("passkey-problem");
  let current;
  const ask = async (mediation) => {
    current?.abort();
    const { signal } = (current = new AbortController());
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch("/login/passkey/options", { method: "POST", body, signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await answer.json());
    const credential = await navigator.credentials.get({ publicKey, mediation, signal });
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    problem.hidden = true;
    ask("optional").catch((error) => {
      if (error.name !== "AbortError") problem.hidden = false;
    });
  });
  form.hidden = false;
  // Where the browser fills in addresses, it offers passkeys beside them.
  if (!document.querySelector("[autocomplete~=webauthn]")) return;
  if (await PublicKeyCredential.isConditionalMediationAvailable?.()) ask("conditional").catch(() => {});
})();`;

/** Script that creates a passkey and adds it to the account through the API. */
export const addPasskeyScript = `(() => {
  const form = document.getElementById("add-passkey");
  if (!form) return;
  const say = (text) => {
    const problem = document.getElementById("passkey-problem");
    problem.textContent = text;
    problem.hidden = text === "";
  };
  if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) {
    say("This browser does not support passkeys. Update it, or use another one.");
    return;
  }
  const call = async (path, fields) => {
    const headers = { "X-Parlance-Page": "passkeys" };
    const answer = await fetch(path, { method: "POST", headers, body: new URLSearchParams(fields) });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.msg);
    return told;
  };
  const add = async () => {
    const { options } = await call("/json/users/me/passkeys/options", {});
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = await navigator.credentials.create({ publicKey });
    const added = await call("/json/users/me/passkeys", {
      credential: JSON.stringify(credential),
      name: form.elements.name.value,
    });
    if (added.recovery_codes.length === 0) return location.reload();
    document.getElementById("recovery-codes").textContent = added.recovery_codes.join("\\n");
    document.getElementById("no-passkeys")?.remove();
    const kept = document.getElementById("recovery");
    kept.hidden = false;
    form.hidden = true;
    kept.focus();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("");
    if (form.elements.name.value.trim() === "") return say("Enter a name.");
    add().catch((error) => {
      if (error.name === "InvalidStateError") return say("This passkey is already registered.");
      say(error instanceof DOMException ? "No passkey was created. Try again." : error.message);
    });
  });
  form.hidden = false;
})();`;
