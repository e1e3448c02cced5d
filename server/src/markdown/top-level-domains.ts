const COUNTRIES =
  "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf " +
  "cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg " +
  "gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn " +
  "kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc " +
  "ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw qa re ro rs ru rw sa sb sc sd se sg sh si sj " +
  "sk sl sm sn so sr ss st su sv sx sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi " +
  "vn vu wf ws ye yt za zm zw рф укр";
const GENERIC =
  "aero agency app art arpa asia audio auto bank bar beauty berlin best bike biz blog boutique build business cafe camera " +
  "camp capital care casino cat center ceo chat church city clinic cloud club codes coffee college com community company " +
  "computer consulting cool coop credit dance data date deals delivery dental design dev digital direct directory discount " +
  "doctor dog domains download earth edu education email energy engineer engineering estate eu events exchange expert " +
  "family fan farm fashion film finance financial fish fit fitness flights foundation fun fund games garden gay gift global " +
  "gold golf google gov graphics green group guide guru health help hockey hospital host hotel house how info ink institute " +
  "insure int international investments jobs kids land law lawyer legal life limited link live loan london love ltd market " +
  "marketing mba media memorial men menu microsoft mil mobi moda moe money movie museum music name net network new news " +
  "ngo ninja nyc one ong online org page paris partners parts photo photos pictures pizza place plus poker post press pro " +
  "productions properties pub radio realty recipes red rent repair report restaurant review reviews rip rocks run school " +
  "science security services shop shopping show site ski social software solar solutions space sport store stream studio " +
  "style support surf systems tax team tech technology tel tennis tickets tips today tools top tours town toys trade " +
  "training travel tube university video vip vision vote voyage watch web website wedding wiki wine win work works world " +
  "wtf xxx xyz yoga zone";

/**
 * The domains by which an address is recognized without `http://`. Those that are commoner as a file's extension
 * (`.java`, `.md`, `.mov`, `.py`, `.zip`) are left out on purpose.
 */
export const topLevelDomains: readonly string[] = [...new Set(`${COUNTRIES} ${GENERIC}`.split(" "))];
