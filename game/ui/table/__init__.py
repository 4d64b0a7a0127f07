"""The table on screen. A click passes down its folders; each imports only from those below it:

- ``input`` turns an event into an intent on a typed target (`intents`, `targets`), decides what it
  means (`decisions`), and holds the selection, the drag and the open question (`selection`);
- ``flow`` plays the action in the hand and advances the session;
- ``motion`` takes the resulting view, and animates the difference between two pictures of the
  table.

Above them, ``painting`` draws the table, and ``talk`` describes it to screen readers and lets
opponents remark on it.
"""
