/** Gives the build the style sheet of the buttons: documents with buttons contain it, and no script loads it. */
import './social-buttons.css'
