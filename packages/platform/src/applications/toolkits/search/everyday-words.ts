import { stemWord } from "./stem-word.ts";

/**
 * Words that people use for the actions and objects of applications. The first word of a line is the one that documents
 * of tools use. Only queries are read with them: "scrap" finds tools that delete, but a tool that scraps is not indexed
 * under "delete", so the index does not grow.
 */
const everyday = [
  // Actions
  "create produce generate establish found launch initiate begin introduce prepare arrange organize organise pencil jot log record report enter put construct design define host reserve draw craft plan block compile propose found",
  "delete scrap bin trash wipe purge kill ditch dump clear axe eliminate chuck toss throw strike dispose revoke withdraw retract undo unsend recall junk void",
  "cancel terminate end stop quit abort discontinue halt unsubscribe scrap ditch drop skip",
  "trash bin chuck toss throw junk rubbish garbage",
  "update postpone delay shift reassign reword retitle revise amend correct fix tweak transfer hand replace switch bump extend shorten reopen close resolve complete finish prioritize prioritise escalate rewrite rephrase overwrite swap convert relabel complete done invite push",
  "get check inspect examine pull grab obtain download know detail describe explain information summarize summarise recap access consult review quote",
  "list overview inventory members catalog catalogue count many every everything which",
  "search dig hunt seek track trace scan browse mention discover spot lookup anywhere",
  "query filter rows entries sort",
  "send ping notify inform alert announce broadcast forward shoot dispatch share relay transmit write drop remind warn brief",
  "merge accept squash integrate unify join approve",
  "append tack attach extend add continue",
  "finalize finish complete close settle",
  "star favorite favourite bookmark like",
  "test verify check validate works",
  "subscribe watch follow monitor observe",
  "webhook subscribe",
  "alert subscribe",
  "notification subscribe",
  "create watch monitor follow",
  "get watch monitor",
  "list watch monitor follow",
  "run execute trigger launch invoke start dispatch kick",
  "restart reboot bounce redeploy",
  "clone duplicate copy replicate",
  // Objects
  "issue problem fault error crash outage incident glitch failure trouble complaint todo feature flaw hole vulnerability regression story",
  "message text note line post words announcement conversation discussion said wrote",
  "email letter correspondence newsletter mailbox mailed",
  "event call sync standup retro interview lunch dinner breakfast brunch coffee party session workshop slot birthday conference webinar kickoff gathering dentist flight demo date booked",
  "calendar schedule diary planner timetable week",
  "busy time slot overlap both everybody everyone open",
  "channel group space",
  "user staff colleague coworker employee folk everybody everyone contact attendee participant guest owner account",
  "attendee guest participant invitee coming attending",
  "team squad crew department division unit group",
  "customer shopper consumer subscriber purchaser patron",
  "payment transaction money cash purchase sale order euro dollar buck pound collect earn revenue income",
  "refund return compensate repay reimburse",
  "invoice statement receipt bill",
  "balance fund money cash available",
  "subscription membership renewal subscriber",
  "product goods merchandise offering sell",
  "price fee rate tariff amount",
  "repository codebase code source library",
  "file folder directory readme script config changelog source",
  "commit change history revision diff",
  "pull patch contribution proposal",
  "release version ship publish deploy tag",
  "story news submission link post reading read front",
  "job hiring vacancy career opening opportunity hire recruit position",
  "page wiki article guide handbook manual minutes policy row entry record",
  "block paragraph bullet heading line section todo",
  "database spreadsheet sheet grid tracker",
  "reaction emoji react smiley thumb heart",
  "reply answer respond replied",
  "thread chain conversation",
  "label tag category flag mark star archive important unread",
  "draft unsent unfinished saved finished",
  "webhook callback hook whenever",
  "state progress workflow",
  "permission access right role",
  "server machine instance host vm",
  "domain website site hostname",
  "assign hand delegate give reassign plate belong",
] as const;

/** Words for times. They mean an event less often than its own names do. */
const times =
  "monday tuesday wednesday thursday friday saturday sunday tomorrow tonight noon morning afternoon evening hour minute clock day";

/** The share of an everyday word, relative to the word itself. */
const everydayShare = 0.6;

/** How much an event counts in the meaning of a word for a time. */
const timeShare = 0.36;

/**
 * Verbs with a particle, which may come some words later: "bring the meeting forward". The last word of each line is
 * the meaning.
 */
const verbsWithParticles = (
  "call off cancel, take back delete, take down delete, take out delete, set up create, get rid delete, pull back delete, " +
  "throw away trash, throw out trash, cross off delete, cross out delete, strike out delete, strike off delete, clear out delete, " +
  "put off reschedule, put back reschedule, push back reschedule, push out reschedule, bring forward reschedule, " +
  "move forward reschedule, move up reschedule, pull forward reschedule, pay back refund, give back refund, send back refund, " +
  "fill in update, hand over assign, hand in create, pass on forward, look up search, look for search, dig up search, dig out search, " +
  "hunt down search, track down search, pull up get, bring up get, write down create, note down create, jot down create, " +
  "kick off create, spin up create, draw up create, make up create, sign up subscribe, let know notify, reach out send, " +
  "write back reply, get back reply, tack on append, tack onto append, add on append, tick off update, close out update, " +
  "check out get, find out get, go through read, read through read, hook up create, sum up get, catch up list, fill in update, " +
  "stick on add, wrap up finish, shut down cancel, go over read"
)
  .split(", ")
  .map((line) => {
    const [verb = "", particle = "", meaning = ""] = line.split(" ");
    const endings = `(?:s|ed|${verb.at(-1)}?ing)?`;
    return {
      pattern: new RegExp(`\\b${verb}${endings}\\b((?:\\s+\\S+){0,4}?)\\s+${particle}\\b`, "gi"),
      meaning,
    };
  });

const shares = new Map<string, Map<string, number>>();
for (const line of everyday) {
  const [meaning = "", ...words] = line.split(" ").map(stemWord);
  addWords(words, meaning, everydayShare);
}
addWords(times.split(" ").map(stemWord), "event", timeShare);

function addWords(words: readonly string[], meaning: string, share: number): void {
  for (const word of words) {
    const ofWord = shares.get(word) ?? new Map<string, number>();
    shares.set(word, ofWord.set(meaning, share));
  }
}

/** The stems that documents use for an everyday word, each with the part of the word's score that it gets. */
export function findEverydayMeanings(stem: string): ReadonlyMap<string, number> {
  return shares.get(stem) ?? new Map();
}

/** An action that is not wanted, as in "draft a reply but don't send". */
const unwanted = /\b(?:don['’]?t|do not)\s+\w+/gi;

/**
 * Replaces verbs with particles by a single verb each: "put the meeting off" is "reschedule the meeting". Leaves out actions
 * that are not wanted.
 */
export function joinParticles(query: string): string {
  return verbsWithParticles.reduce(
    (text, { pattern, meaning }) => text.replace(pattern, `${meaning}$1`),
    query.replace(unwanted, ""),
  );
}
