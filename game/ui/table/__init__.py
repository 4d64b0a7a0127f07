"""The table on screen. A click goes one way through its folders; each knows those below it alone:

- ``input`` turns an event into an intent on a typed target (`intents`, `targets`), decides what it
  means (`decisions`), and keeps what is chosen, dragged and asked (`selection`);
- ``flow`` plays the action in the hand and moves the session on;
- ``motion`` takes the view after it, and animates the difference of two pictures of the table.

Above them ``painting`` draws what there is, and ``talk`` puts it into words for screen readers and
lets opponents remark on it.
"""
