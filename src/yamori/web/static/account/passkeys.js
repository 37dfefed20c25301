// Passkeys: the house says what to make or to answer, the browser asks the person, the house judges.
const decoded = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const encoded = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

async function sent(address, body) {
  const reply = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const told = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Error(told.says ?? "");
  return told;
}
const answerOf = (made) => ({
  id: made.id,
  rawId: encoded(made.rawId),
  type: made.type,
  clientExtensionResults: made.getClientExtensionResults(),
  response: Object.fromEntries(
    ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]
      .filter((part) => made.response[part])
      .map((part) => [part, encoded(made.response[part])]),
  ),
});
async function attempt(place, button, work) {
  const status = place.querySelector("[role=status]");
  status.textContent = "";
  button.disabled = true;
  try {
    location.assign((await work()).next);
  } catch (error) {
    // What the browser itself says is in its own language and words, which help nobody.
    status.textContent = (error instanceof DOMException ? "" : error.message) || place.dataset.failed;
  } finally {
    button.disabled = false;
  }
}

const signIn = document.getElementById("passkey-in");
if (signIn && window.PublicKeyCredential) {
  signIn.hidden = false;
  const button = signIn.querySelector("button");
  const { csrf, next } = signIn.dataset;
  button.addEventListener("click", () =>
    attempt(signIn, button, async () => {
      const options = await sent("/sign-in/passkey/options", { csrf });
      const publicKey = { ...options, challenge: decoded(options.challenge) };
      const credential = answerOf(await navigator.credentials.get({ publicKey }));
      return sent("/sign-in/passkey", { csrf, next, credential });
    }),
  );
}

const adding = document.getElementById("passkey-new");
if (adding) {
  const form = adding.querySelector("form");
  const { csrf } = adding.dataset;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(adding, form.querySelector("button"), async () => {
      const options = await sent("/account/passkeys/options", { csrf, password: form.elements.password.value });
      const publicKey = {
        ...options,
        challenge: decoded(options.challenge),
        user: { ...options.user, id: decoded(options.user.id) },
        excludeCredentials: (options.excludeCredentials ?? []).map((one) => ({ ...one, id: decoded(one.id) })),
      };
      const credential = answerOf(await navigator.credentials.create({ publicKey }));
      return sent("/account/passkeys", { csrf, name: form.elements.name.value, credential });
    });
  });
}
