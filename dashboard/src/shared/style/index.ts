import './tokens.css';
import './base.css';
import './ui.css';
import './parts.css';
