/**
 * Places by code: codes, latitude, longitude, name. Positions are about the middle of the place, to
 * a tenth of a degree.
 */
/** Countries of ISO 3166-1. */
export const COUNTRIES = `
AD AND 42.5 1.6 Andorra
AE ARE 23.4 53.8 United Arab Emirates
AF AFG 33.9 67.7 Afghanistan
AG ATG 17.1 -61.8 Antigua and Barbuda
AI AIA 18.2 -63.1 Anguilla
AL ALB 41.2 20.2 Albania
AM ARM 40.1 45 Armenia
AO AGO -11.2 17.9 Angola
AQ ATA -75.3 0 Antarctica
AR ARG -38.4 -63.6 Argentina
AS ASM -14.3 -170.1 American Samoa
AT AUT 47.5 14.6 Austria
AU AUS -25.3 133.8 Australia
AW ABW 12.5 -70 Aruba
AX ALA 60.2 19.9 Åland Islands
AZ AZE 40.1 47.6 Azerbaijan
BA BIH 43.9 17.7 Bosnia and Herzegovina
BB BRB 13.2 -59.5 Barbados
BD BGD 23.7 90.4 Bangladesh
BE BEL 50.5 4.5 Belgium
BF BFA 12.2 -1.6 Burkina Faso
BG BGR 42.7 25.5 Bulgaria
BH BHR 25.9 50.6 Bahrain
BI BDI -3.4 29.9 Burundi
BJ BEN 9.3 2.3 Benin
BL BLM 17.9 -62.8 St Barthelemy
BM BMU 32.3 -64.8 Bermuda
BN BRN 4.5 114.7 Brunei
BO BOL -16.3 -63.6 Bolivia
BQ BES 12.2 -68.3 Caribbean NL
BR BRA -14.2 -51.9 Brazil
BS BHS 25 -77.4 Bahamas
BT BTN 27.5 90.4 Bhutan
BV BVT -54.4 3.4 Bouvet Island
BW BWA -22.3 24.7 Botswana
BY BLR 53.7 28 Belarus
BZ BLZ 17.2 -88.5 Belize
CA CAN 56.1 -106.3 Canada
CC CCK -12.2 96.9 Cocos Islands
CD COD -4 21.8 DR Congo
CF CAF 6.6 20.9 Central African Rep.
CG COG -0.2 15.8 Congo
CH CHE 46.8 8.2 Switzerland
CI CIV 7.5 -5.5 Côte d’Ivoire
CK COK -21.2 -159.8 Cook Islands
CL CHL -35.7 -71.5 Chile
CM CMR 7.4 12.4 Cameroon
CN CHN 35.9 104.2 China
CO COL 4.6 -74.3 Colombia
CR CRI 9.7 -83.8 Costa Rica
CU CUB 21.5 -77.8 Cuba
CV CPV 16 -24 Cape Verde
CW CUW 12.2 -69 Curaçao
CX CXR -10.4 105.7 Christmas Island
CY CYP 35.1 33.4 Cyprus
CZ CZE 49.8 15.5 Czech Republic
DE DEU 51.2 10.5 Germany
DJ DJI 11.8 42.6 Djibouti
DK DNK 56.3 9.5 Denmark
DM DMA 15.4 -61.4 Dominica
DO DOM 18.7 -70.2 Dominican Republic
DZ DZA 28 1.7 Algeria
EC ECU -1.8 -78.2 Ecuador
EE EST 58.6 25 Estonia
EG EGY 26.8 30.8 Egypt
EH ESH 24.2 -12.9 Western Sahara
ER ERI 15.2 39.8 Eritrea
ES ESP 40.5 -3.7 Spain
ET ETH 9.1 40.5 Ethiopia
FI FIN 61.9 25.7 Finland
FJ FJI -17.7 178.1 Fiji
FK FLK -51.8 -59.5 Falkland Islands
FM FSM 6.9 158.2 Micronesia
FO FRO 61.9 -6.9 Faroe Islands
FR FRA 46.2 2.2 France
GA GAB -0.8 11.6 Gabon
GB GBR 55.4 -3.4 United Kingdom
GD GRD 12.1 -61.7 Grenada
GE GEO 42.3 43.4 Georgia
GF GUF 3.9 -53.1 French Guiana
GG GGY 49.5 -2.6 Guernsey
GH GHA 7.9 -1 Ghana
GI GIB 36.1 -5.3 Gibraltar
GL GRL 71.7 -42.6 Greenland
GM GMB 13.4 -15.3 Gambia
GN GIN 9.9 -9.7 Guinea
GP GLP 16.3 -61.6 Guadeloupe
GQ GNQ 1.7 10.3 Equatorial Guinea
GR GRC 39.1 21.8 Greece
GS SGS -54.4 -36.6 South Georgia and the South Sandwich Islands
GT GTM 15.8 -90.2 Guatemala
GU GUM 13.4 144.8 Guam
GW GNB 11.8 -15.2 Guinea-Bissau
GY GUY 4.9 -58.9 Guyana
HK HKG 22.4 114.1 Hong Kong
HM HMD -53.1 73.5 Heard Island and McDonald Islands
HN HND 15.2 -86.2 Honduras
HR HRV 45.1 15.2 Croatia
HT HTI 19 -72.3 Haiti
HU HUN 47.2 19.5 Hungary
ID IDN -0.8 113.9 Indonesia
IE IRL 53.4 -8.2 Ireland
IL ISR 31 34.9 Israel
IM IMN 54.2 -4.5 Isle of Man
IN IND 20.6 79 India
IO IOT -6.3 71.9 British Indian Ocean Territory
IQ IRQ 33.2 43.7 Iraq
IR IRN 32.4 53.7 Iran
IS ISL 65 -19 Iceland
IT ITA 41.9 12.6 Italy
JE JEY 49.2 -2.1 Jersey
JM JAM 18.1 -77.3 Jamaica
JO JOR 30.6 36.2 Jordan
JP JPN 36.2 138.3 Japan
KE KEN 0 37.9 Kenya
KG KGZ 41.2 74.8 Kyrgyzstan
KH KHM 12.6 105 Cambodia
KI KIR 1.4 173 Kiribati
KM COM -11.9 43.9 Comoros
KN KNA 17.4 -62.8 St Kitts and Nevis
KP PRK 40.3 127.5 North Korea
KR KOR 35.9 127.8 South Korea
KW KWT 29.3 47.5 Kuwait
KY CYM 19.5 -80.6 Cayman Islands
KZ KAZ 48 66.9 Kazakhstan
LA LAO 19.9 102.5 Laos
LB LBN 33.9 35.9 Lebanon
LC LCA 13.9 -61 St Lucia
LI LIE 47.2 9.6 Liechtenstein
LK LKA 7.9 80.8 Sri Lanka
LR LBR 6.4 -9.4 Liberia
LS LSO -29.6 28.2 Lesotho
LT LTU 55.2 23.9 Lithuania
LU LUX 49.8 6.1 Luxembourg
LV LVA 56.9 24.6 Latvia
LY LBY 26.3 17.2 Libya
MA MAR 31.8 -7.1 Morocco
MC MCO 43.75 7.4 Monaco
MD MDA 47.4 28.4 Moldova
ME MNE 42.7 19.4 Montenegro
MF MAF 18.1 -63.1 Saint Martin
MG MDG -18.8 46.9 Madagascar
MH MHL 7.1 171.2 Marshall Islands
MK MKD 41.6 21.7 North Macedonia
ML MLI 17.6 -4 Mali
MM MMR 21.9 96 Myanmar
MN MNG 46.9 103.8 Mongolia
MO MAC 22.2 113.5 Macau
MP MNP 15.2 145.7 Northern Mariana Islands
MQ MTQ 14.6 -61 Martinique
MR MRT 21 -10.9 Mauritania
MS MSR 16.7 -62.2 Montserrat
MT MLT 35.9 14.4 Malta
MU MUS -20.3 57.6 Mauritius
MV MDV 3.2 73.2 Maldives
MW MWI -13.3 34.3 Malawi
MX MEX 23.6 -102.6 Mexico
MY MYS 4.2 102 Malaysia
MZ MOZ -18.7 35.5 Mozambique
NA NAM -23 18.5 Namibia
NC NCL -20.9 165.6 New Caledonia
NE NER 17.6 8.1 Niger
NF NFK -29 168 Norfolk Island
NG NGA 9.1 8.7 Nigeria
NI NIC 12.9 -85.2 Nicaragua
NL NLD 52.1 5.3 Netherlands
NO NOR 60.5 8.5 Norway
NP NPL 28.4 84.1 Nepal
NR NRU -0.5 166.9 Nauru
NU NIU -19.1 -169.9 Niue
NZ NZL -40.9 174.9 New Zealand
OM OMN 21.5 55.9 Oman
PA PAN 8.5 -80.8 Panama
PE PER -9.2 -75 Peru
PF PYF -17.7 -149.4 French Polynesia
PG PNG -6.3 144 Papua New Guinea
PH PHL 12.9 121.8 Philippines
PK PAK 30.4 69.3 Pakistan
PL POL 51.9 19.1 Poland
PM SPM 46.9 -56.3 St Pierre and Miquelon
PN PCN -24.4 -128.3 Pitcairn
PR PRI 18.2 -66.6 Puerto Rico
PS PSE 32 35.2 Palestine
PT PRT 39.4 -8.2 Portugal
PW PLW 7.5 134.6 Palau
PY PRY -23.4 -58.4 Paraguay
QA QAT 25.4 51.2 Qatar
RE REU -21.1 55.5 Réunion
RO ROU 45.9 25 Romania
RS SRB 44 21 Serbia
RU RUS 61.5 105.3 Russia
RW RWA -1.9 29.9 Rwanda
SA SAU 23.9 45.1 Saudi Arabia
SB SLB -9.6 160.2 Solomon Islands
SC SYC -4.7 55.5 Seychelles
SD SDN 12.9 30.2 Sudan
SE SWE 60.1 18.6 Sweden
SG SGP 1.35 103.8 Singapore
SH SHN -15.97 -5.7 St Helena
SI SVN 46.2 15 Slovenia
SJ SJM 78.2 15.6 Svalbard and Jan Mayen
SK SVK 48.7 19.7 Slovakia
SL SLE 8.5 -11.8 Sierra Leone
SM SMR 43.9 12.5 San Marino
SN SEN 14.5 -14.5 Senegal
SO SOM 5.2 46.2 Somalia
SR SUR 3.9 -56 Suriname
SS SSD 7.3 30.3 South Sudan
ST STP 0.2 6.6 Sao Tome and Principe
SV SLV 13.8 -88.9 El Salvador
SX SXM 18 -63.1 Sint Maarten
SY SYR 34.8 39 Syria
SZ SWZ -26.5 31.5 Eswatini
TC TCA 21.7 -71.8 Turks and Caicos Islands
TD TCD 15.5 18.7 Chad
TF ATF -49.3 69.3 French S. Terr.
TG TGO 8.6 0.8 Togo
TH THA 15.9 101 Thailand
TJ TJK 38.9 71.3 Tajikistan
TK TKL -9.2 -171.8 Tokelau
TL TLS -8.9 125.7 East Timor
TM TKM 39 59.6 Turkmenistan
TN TUN 33.9 9.5 Tunisia
TO TON -21.2 -175.2 Tonga
TR TUR 39 35.2 Turkey
TT TTO 10.7 -61.2 Trinidad and Tobago
TV TUV -8.5 179.2 Tuvalu
TW TWN 23.7 121 Taiwan
TZ TZA -6.4 34.9 Tanzania
UA UKR 48.4 31.2 Ukraine
UG UGA 1.4 32.3 Uganda
UM UMI 19.3 166.6 US minor outlying islands
US USA 37.1 -95.7 United States
UY URY -32.5 -55.8 Uruguay
UZ UZB 41.4 64.6 Uzbekistan
VA VAT 41.9 12.45 Vatican City
VC VCT 13 -61.3 St Vincent
VE VEN 6.4 -66.6 Venezuela
VG VGB 18.4 -64.6 British Virgin Islands
VI VIR 18.3 -64.9 US Virgin Islands
VN VNM 14.1 108.3 Vietnam
VU VUT -15.4 166.96 Vanuatu
WF WLF -13.8 -177.2 Wallis and Futuna
WS WSM -13.8 -172.1 Samoa
YE YEM 15.6 48.5 Yemen
YT MYT -12.8 45.2 Mayotte
ZA ZAF -30.6 22.9 South Africa
ZM ZMB -13.1 27.8 Zambia
ZW ZWE -19 29.2 Zimbabwe
`;

/** States of the United States and the District of Columbia. */
export const USA_STATES = `
AL 32.8 -86.8 Alabama
AK 64.0 -152.0 Alaska
AZ 34.3 -111.7 Arizona
AR 34.8 -92.4 Arkansas
CA 37.2 -119.5 California
CO 39.0 -105.5 Colorado
CT 41.6 -72.7 Connecticut
DE 39.0 -75.5 Delaware
DC 38.9 -77.0 District of Columbia
FL 28.6 -82.4 Florida
GA 32.6 -83.4 Georgia
HI 20.3 -156.4 Hawaii
ID 44.4 -114.6 Idaho
IL 40.0 -89.2 Illinois
IN 39.9 -86.3 Indiana
IA 42.1 -93.5 Iowa
KS 38.5 -98.4 Kansas
KY 37.5 -85.3 Kentucky
LA 31.1 -92.0 Louisiana
ME 45.4 -69.2 Maine
MD 39.1 -76.8 Maryland
MA 42.3 -71.8 Massachusetts
MI 44.3 -85.4 Michigan
MN 46.3 -94.3 Minnesota
MS 32.7 -89.7 Mississippi
MO 38.4 -92.5 Missouri
MT 47.1 -109.6 Montana
NE 41.5 -99.8 Nebraska
NV 39.3 -116.6 Nevada
NH 43.7 -71.6 New Hampshire
NJ 40.2 -74.7 New Jersey
NM 34.4 -106.1 New Mexico
NY 43.0 -75.5 New York
NC 35.6 -79.4 North Carolina
ND 47.5 -100.5 North Dakota
OH 40.4 -82.8 Ohio
OK 35.6 -97.5 Oklahoma
OR 43.9 -120.6 Oregon
PA 40.9 -77.8 Pennsylvania
RI 41.7 -71.6 Rhode Island
SC 33.9 -80.9 South Carolina
SD 44.4 -100.2 South Dakota
TN 35.9 -86.4 Tennessee
TX 31.5 -99.3 Texas
UT 39.3 -111.7 Utah
VT 44.1 -72.7 Vermont
VA 37.5 -78.9 Virginia
WA 47.4 -120.4 Washington
WV 38.6 -80.6 West Virginia
WI 44.6 -89.7 Wisconsin
WY 43.0 -107.6 Wyoming
`;
