/**
 * The most frequent words of requests in German, French, Spanish, Portuguese, Italian and Dutch, without accents. The first
 * word of a line is English.
 */
const translations = [
  "create erstelle erstellen anlegen neue neuer neues neuen creer cree nouveau nouvelle crear crea nuevo nueva criar crie novo nova creare nuovo nuova maak maken aanmaken nieuwe nieuw",
  "list liste auflisten alle lister tous toutes lista listar todos todas elenca elencare tutti tutte lijst alle",
  "show zeige zeig anzeigen affiche afficher montre montrer muestra mostrar mostra mostre mostrare toon tonen",
  "get hole holen abrufen obtenir recuperer obtener obten obter obtenha ottieni ottenere ophalen haal",
  "update aktualisiere aktualisieren aendere andere andern modifier modifie mettre actualizar actualiza modificar cambia cambiar atualizar atualize alterar aggiorna aggiornare modifica bijwerken wijzig wijzigen",
  "delete losche loschen entferne entfernen supprimer supprime effacer eliminar elimina borrar borra excluir exclua apagar apague eliminare cancella cancellare verwijder verwijderen",
  "search suche suchen finde finden chercher cherche rechercher trouver trouve buscar busca encontrar procurar procure cerca cercare trova trovare zoek zoeken vind",
  "send sende senden schicke schicken envoyer envoie enviar envia envie invia inviare mandare stuur sturen verzend",
  "add hinzufugen fuge ajouter ajoute anadir agregar agrega adicionar adicione aggiungi aggiungere toevoegen voeg",
  "which welche welcher welches quels quelles quel quelle cuales cual quais qual quali quale welke",
  "message nachricht nachrichten messages mensaje mensajes mensagem mensagens messaggio messaggi bericht berichten",
  "file datei dateien fichier fichiers archivo archivos arquivo arquivos ficheiro file bestand bestanden",
  "user benutzer nutzer utilisateur utilisateurs usuario usuarios utente utenti gebruiker gebruikers",
  "customer kunde kunden client clients cliente clientes clienti klant klanten",
  "order bestellung bestellungen commande commandes pedido pedidos ordine ordini bestelling bestellingen",
  "invoice rechnung rechnungen facture factures factura facturas fatura faturas fattura fatture factuur facturen",
  "task aufgabe aufgaben tache taches tarea tareas tarefa tarefas compito attivita taak taken",
  "project projekt projekte projet projets proyecto proyectos projeto projetos progetto progetti projecten",
  "event termin termine veranstaltung evenement evenements evento eventos eventi afspraak afspraken",
  "folder ordner dossier dossiers carpeta carpetas pasta pastas cartella cartelle map mappen",
] as const;

/** Words without meaning for the search. */
const empty =
  "der die das den dem des ein eine einen einem einer und mit fur von im zu zum zur ist sind auf mein meine meinen mir bitte " +
  "le la les un une des du de au aux et avec pour dans sur est sont mon ma mes moi " +
  "el los las una unos del al y con para en mi mis por favor o os a as um uma do da dos das no na meu minha meus minhas com " +
  "il lo gli i uno della dei delle di e per nel nella mio mia miei het een van voor met op naar mijn";

const english = new Map<string, string>();
for (const word of empty.split(" ")) {
  english.set(word, "");
}
for (const line of translations) {
  const [meaning = "", ...words] = line.split(" ");
  for (const word of words) {
    english.set(word, meaning);
  }
}

/**
 * Writes frequent words of other languages in English: `erstelle einen Ordner` is `create folder`. A word that
 * documents use stays, because it may be English or a name. Text without a translated action or thing stays as it is.
 */
export function translate(text: string, isKnown: (word: string) => boolean): string {
  let count = 0;
  const translated = text.replace(/\p{L}+/gu, (word) => {
    const folded = word.normalize("NFD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").toLowerCase();
    const meaning = english.get(folded);
    if (meaning === undefined || isKnown(word.toLowerCase())) {
      return word;
    }
    count += meaning === "" ? 0 : 1;
    return meaning;
  });
  return count === 0 ? text : translated;
}
