/**
 * Lists the countries of phone numbers: ISO 3166-1 code, calling code, and the cities in the names of the country's time
 * zones ('Europe/Paris'), including old names. No two countries share a city. Loaded only with the country field; a test
 * compares the list with libphonenumber and Intl.
 */
const table = `
AC247
AD376 Andorra
AE971 Dubai
AF93 Kabul
AG1 Antigua
AI1 Anguilla
AL355 Tirane
AM374 Yerevan
AO244 Luanda
AR54 Buenos_Aires Catamarca Cordoba Jujuy La_Rioja Mendoza Rio_Gallegos Salta San_Juan San_Luis Tucuman Ushuaia
AS1 Pago_Pago
AT43 Vienna
AU61 Adelaide Brisbane Broken_Hill Darwin Eucla Hobart Lindeman Lord_Howe Macquarie Melbourne Perth Sydney
AW297 Aruba
AX358 Mariehamn
AZ994 Baku
BA387 Sarajevo
BB1 Barbados
BD880 Dhaka
BE32 Brussels
BF226 Ouagadougou
BG359 Sofia
BH973 Bahrain
BI257 Bujumbura
BJ229 Porto-Novo
BL590 St_Barthelemy
BM1 Bermuda
BN673 Brunei
BO591 La_Paz
BQ599 Kralendijk
BR55 Araguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe Fortaleza Maceio Manaus Noronha Porto_Velho Recife Rio_Branco Santarem Sao_Paulo
BS1 Nassau
BT975 Thimphu
BW267 Gaborone
BY375 Minsk
BZ501 Belize
CA1 Atikokan Blanc-Sablon Cambridge_Bay Coral_Harbour Creston Dawson Dawson_Creek Edmonton Fort_Nelson Glace_Bay Goose_Bay Halifax Inuvik Iqaluit Moncton Rankin_Inlet Regina Resolute St_Johns Swift_Current Toronto Vancouver Whitehorse Winnipeg
CC61 Cocos
CD243 Kinshasa Lubumbashi
CF236 Bangui
CG242 Brazzaville
CH41 Zurich
CI225 Abidjan
CK682 Rarotonga
CL56 Coyhaique Easter Punta_Arenas Santiago
CM237 Douala
CN86 Shanghai Urumqi
CO57 Bogota
CR506 Costa_Rica
CU53 Havana
CV238 Cape_Verde
CW599 Curacao
CX61 Christmas
CY357 Famagusta Nicosia
CZ420 Prague
DE49 Berlin Busingen
DJ253 Djibouti
DK45 Copenhagen
DM1 Dominica
DO1 Santo_Domingo
DZ213 Algiers
EC593 Galapagos Guayaquil
EE372 Tallinn
EG20 Cairo
EH212 El_Aaiun
ER291 Asmara Asmera
ES34 Canary Ceuta Madrid
ET251 Addis_Ababa
FI358 Helsinki
FJ679 Fiji
FK500 Stanley
FM691 Chuuk Kosrae Pohnpei Ponape Truk
FO298 Faeroe Faroe
FR33 Paris
GA241 Libreville
GB44 London
GD1 Grenada
GE995 Tbilisi
GF594 Cayenne
GG44 Guernsey
GH233 Accra
GI350 Gibraltar
GL299 Danmarkshavn Godthab Nuuk Scoresbysund Thule
GM220 Banjul
GN224 Conakry
GP590 Guadeloupe
GQ240 Malabo
GR30 Athens
GT502 Guatemala
GU1 Guam
GW245 Bissau
GY592 Guyana
HK852 Hong_Kong
HN504 Tegucigalpa
HR385 Zagreb
HT509 Port-au-Prince
HU36 Budapest
ID62 Jakarta Jayapura Makassar Pontianak
IE353 Dublin
IL972 Jerusalem
IM44 Isle_of_Man
IN91 Calcutta Kolkata
IO246 Chagos
IQ964 Baghdad
IR98 Tehran
IS354 Reykjavik
IT39 Rome
JE44 Jersey
JM1 Jamaica
JO962 Amman
JP81 Tokyo
KE254 Nairobi
KG996 Bishkek
KH855 Phnom_Penh
KI686 Enderbury Kanton Kiritimati Tarawa
KM269 Comoro
KN1 St_Kitts
KP850 Pyongyang
KR82 Seoul
KW965 Kuwait
KY1 Cayman
KZ7 Almaty Aqtau Aqtobe Atyrau Oral Qostanay Qyzylorda
LA856 Vientiane
LB961 Beirut
LC1 St_Lucia
LI423 Vaduz
LK94 Colombo
LR231 Monrovia
LS266 Maseru
LT370 Vilnius
LU352 Luxembourg
LV371 Riga
LY218 Tripoli
MA212 Casablanca
MC377 Monaco
MD373 Chisinau
ME382 Podgorica
MF590 Marigot
MG261 Antananarivo
MH692 Kwajalein Majuro
MK389 Skopje
ML223 Bamako
MM95 Rangoon Yangon
MN976 Hovd Ulaanbaatar
MO853 Macau
MP1 Saipan
MQ596 Martinique
MR222 Nouakchott
MS1 Montserrat
MT356 Malta
MU230 Mauritius
MV960 Maldives
MW265 Blantyre
MX52 Bahia_Banderas Cancun Chihuahua Ciudad_Juarez Hermosillo Matamoros Mazatlan Merida Mexico_City Monterrey Ojinaga Tijuana
MY60 Kuala_Lumpur Kuching
MZ258 Maputo
NA264 Windhoek
NC687 Noumea
NE227 Niamey
NF672 Norfolk
NG234 Lagos
NI505 Managua
NL31 Amsterdam
NO47 Oslo
NP977 Kathmandu Katmandu
NR674 Nauru
NU683 Niue
NZ64 Auckland Chatham
OM968 Muscat
PA507 Panama
PE51 Lima
PF689 Gambier Marquesas Tahiti
PG675 Bougainville Port_Moresby
PH63 Manila
PK92 Karachi
PL48 Warsaw
PM508 Miquelon
PR1 Puerto_Rico
PS970 Gaza Hebron
PT351 Azores Lisbon Madeira
PW680 Palau
PY595 Asuncion
QA974 Qatar
RE262 Reunion
RO40 Bucharest
RS381 Belgrade
RU7 Anadyr Astrakhan Barnaul Chita Irkutsk Kaliningrad Kamchatka Khandyga Kirov Krasnoyarsk Magadan Moscow Novokuznetsk Novosibirsk Omsk Sakhalin Samara Saratov Srednekolymsk Tomsk Ulyanovsk Ust-Nera Vladivostok Volgograd Yakutsk Yekaterinburg
RW250 Kigali
SA966 Riyadh
SB677 Guadalcanal
SC248 Mahe
SD249 Khartoum
SE46 Stockholm
SG65 Singapore
SH290 St_Helena
SI386 Ljubljana
SJ47 Longyearbyen
SK421 Bratislava
SL232 Freetown
SM378 San_Marino
SN221 Dakar
SO252 Mogadishu
SR597 Paramaribo
SS211 Juba
ST239 Sao_Tome
SV503 El_Salvador
SX1 Lower_Princes
SY963 Damascus
SZ268 Mbabane
TA290
TC1 Grand_Turk
TD235 Ndjamena
TG228 Lome
TH66 Bangkok
TJ992 Dushanbe
TK690 Fakaofo
TL670 Dili
TM993 Ashgabat
TN216 Tunis
TO676 Tongatapu
TR90 Istanbul
TT1 Port_of_Spain
TV688 Funafuti
TW886 Taipei
TZ255 Dar_es_Salaam
UA380 Kiev Kyiv Simferopol
UG256 Kampala
US1 Adak Anchorage Beulah Boise Center Chicago Denver Detroit Honolulu Indianapolis Juneau Knox Los_Angeles Louisville Marengo Menominee Metlakatla Monticello New_Salem New_York Nome Petersburg Phoenix Sitka Tell_City Vevay Vincennes Winamac Yakutat
UY598 Montevideo
UZ998 Samarkand Tashkent
VA39 Vatican
VC1 St_Vincent
VE58 Caracas
VG1 Tortola
VI1 St_Thomas
VN84 Ho_Chi_Minh Saigon
VU678 Efate
WF681 Wallis
WS685 Apia
XK383
YE967 Aden
YT262 Mayotte
ZA27 Johannesburg
ZM260 Lusaka
ZW263 Harare
`

export type Country = { code: string; callingCode: string; cities: readonly string[] }

export const countries: readonly Country[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [head = '', ...cities] = line.split(' ')
    return { code: head.slice(0, 2), callingCode: head.slice(2), cities }
  })

const names = new Intl.DisplayNames('en', { type: 'region' })

/** Returns the label of a country in the service's format: 'India (+91)'. */
export function countryLabel({ code, callingCode }: Country): string {
  return `${names.of(code)} (+${callingCode})`
}
