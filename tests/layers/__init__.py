"""The layers around attention."""
