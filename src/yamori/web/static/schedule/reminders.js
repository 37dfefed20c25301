// Reminders of a task or a routine: listed in a box, each with a button that takes it away.
import { done, person, refresh, send, toast } from "./changes.js";

export async function listReminders(box, kind, id) {
  box.dataset.of = `/ui/schedule/${kind}s/${id}/reminders`;
  await htmx.ajax("GET", `${box.dataset.of}?${new URLSearchParams({ person })}`, box);
}

export const remind = (kind, id, lead) => send("POST", `/ui/schedule/${kind}s/${id}/reminders`, { lead: Number(lead) });

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-forget]");
  if (!button) return;
  const box = button.closest("[data-of]");
  const reply = await send("DELETE", `/ui/schedule/reminders/${button.dataset.forget}`, {});
  if (reply.ok) done(reply);
  else { toast(reply.says, { trouble: true }); refresh(); }
  const heading = box.closest("dialog").querySelector("select[name=lead]");
  await htmx.ajax("GET", `${box.dataset.of}?${new URLSearchParams({ person })}`, box);
  (box.querySelector("[data-forget]") ?? heading)?.focus();
});
