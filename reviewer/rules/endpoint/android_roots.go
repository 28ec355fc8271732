package endpoint

// androidRoots are the authorities that every phone since Android 11 trusts
// (its system/etc/security/cacerts), as far as Mozilla's store still has them:
// the first eight bytes of the SHA-256 of each public key
// (SubjectPublicKeyInfo), in order. By the key, since a root is often issued
// anew for the same one. Eight bytes are enough to tell roots apart that were
// found to be trusted before they are looked up here.
var androidRoots = [...]uint64{
	0x006d7be7555dd820, // COMODO Certification Authority
	0x051cf9fa95e40e9b, // XRamp Global Certification Authority
	0x05570ae6eb0fceb4, // ACCVRAIZ1
	0x07e854f26a7cbd38, // IdenTrust Commercial Root CA 1
	0x08b3a6335fce5ef4, // GlobalSign ECC Root CA - R4
	0x0b9fa5a59eed715c, // ISRG Root X1
	0x0c7acaa710226720, // QuoVadis Root CA 3
	0x10ba3485ca8bb688, // TeliaSonera Root CA v1
	0x1255cabe8152fa64, // UCA Global G2 Root
	0x149f2ee63b9a5e58, // OISTE WISeKey Global Root GB CA
	0x15eed339594b304f, // DigiCert Assured ID Root G3
	0x15f14ac45c9c7da2, // Starfield Class 2 Certification Authority
	0x1ea3c5e43ed66c2d, // Entrust.net Certification Authority (2048)
	0x2021917e98263945, // USERTrust ECC Certification Authority
	0x23f2edff3ede9025, // DigiCert Assured ID Root CA
	0x2541e53ba5b3b07a, // Hongkong Post Root CA 3
	0x2596904dc4d699ae, // Secure Global CA
	0x25d4913cf5870974, // Actalis Authentication Root CA
	0x2a4212605aa3e8ae, // Security Communication RootCA1
	0x2a8f2d8af0eb1238, // Go Daddy Root Certificate Authority - G2
	0x2b071c59a0a0ae76, // Starfield Services Root Certificate Authority - G2
	0x2bcee858158cf546, // GlobalSign Root CA
	0x2fc5667a4b9a2678, // AC RAIZ FNMT-RCM
	0x3219b09114ff495a, // AffirmTrust Premium ECC
	0x3380709af3b096be, // Security Communication RootCA2
	0x348767cdad3bdd28, // SSL.com EV Root Certification Authority ECC
	0x36abc32656acfc64, // Amazon Root CA 3
	0x36c22314131a5fbf, // Hongkong Post Root CA 1
	0x36d7c79f3d089a0f, // Entrust Root Certification Authority - G4
	0x376a1a7082a593dc, // emSign Root CA - G1
	0x3b0d73b4be4a854a, // Autoridad de Certificacion Firmaprofesional CIF A62634068
	0x40fcfc28875dccbf, // SwissSign Gold CA - G2
	0x4179edd981ef7474, // GTS Root R3
	0x4a49edbd2f8f8230, // QuoVadis Root CA 2 G3
	0x50cc86ba96db3263, // Hellenic Academic and Research Institutions RootCA 2015
	0x510d20e5c47f63cf, // Certigna
	0x55e00be277ceb054, // TUBITAK Kamu SM SSL Kok Sertifikasi - Surum 1
	0x55f77de41c037924, // GTS Root R2
	0x5632d97bfa775bf3, // Go Daddy Class 2 Certification Authority
	0x58dd61feb36ea7d2, // IdenTrust Public Sector Root CA 1
	0x5955ae291574a931, // Buypass Class 2 Root CA
	0x59df317bfa9f4f0a, // DigiCert Trusted Root G4
	0x5a889647220e54d6, // DigiCert High Assurance EV Root CA
	0x5c41a73ab2c35dfc, // UCA Extended Validation Root
	0x6106c0e3a0a29983, // T-TeleSec GlobalRoot Class 2
	0x616167201433aea6, // Microsec e-Szigno Root CA 2009
	0x62554c17005543b2, // ePKI Root Certification Authority
	0x63d9af9b47b1064d, // Baltimore CyberTrust Root
	0x682747f8ba621b87, // GlobalSign Root CA - R6
	0x6b3b57e9ec88d1bb, // Certum Trusted Network CA 2
	0x6c464b9a5b233a5e, // AffirmTrust Commercial
	0x6dbfae00d37b9cd7, // Entrust Root Certification Authority
	0x6e364b6133deefdc, // SZAFIR ROOT CA2
	0x702116ccd8bf23e1, // CA Disig Root R2
	0x706bb1017c855c59, // GlobalSign Root CA - R3
	0x76ee8590374c7154, // Entrust Root Certification Authority - G2
	0x77290717614b25f1, // SecureTrust CA
	0x7afe4b071a2f1f46, // TrustCor ECA-1
	0x7cd67c248f69d83f, // SSL.com EV Root Certification Authority RSA R2
	0x7e0ead76bb6819dc, // GlobalSign ECC Root CA - R5
	0x7f4296fc5b6a4e3b, // Amazon Root CA 2
	0x808d68b3fab4884a, // Starfield Root Certificate Authority - G2
	0x82b5f84daf47a59c, // COMODO RSA Certification Authority
	0x86a68f050034126a, // QuoVadis Root CA 1 G3
	0x871a9194f4eed5b3, // GTS Root R1
	0x8bb593a93be1d0e8, // DigiCert Global Root G2
	0x8d417db2dd8bf5e3, // emSign ECC Root CA - G3
	0x8d767764b3cbda08, // T-TeleSec GlobalRoot Class 3
	0x8e8046ec4cac015a, // Certigna Root CA
	0x8fd112c3c8370f14, // QuoVadis Root CA 2
	0x92c46879626ef2cc, // TWCA Root Certification Authority
	0x9318226f8c83afe4, // SwissSign Silver CA - G2
	0x94072ad3f58f70f9, // AffirmTrust Networking
	0x952c2039c0243eb5, // Izenpe.com
	0x9847e5653e5e9e84, // GTS Root R4
	0xa320f4d534d7be97, // SSL.com Root Certification Authority ECC
	0xaa2630a7b617b04d, // Certum Trusted Network CA
	0xaff988906dde1295, // DigiCert Global Root CA
	0xb03d87b056d08cc9, // Buypass Class 3 Root CA
	0xb7408b4d2be0238b, // emSign Root CA - C1
	0xb94c198300cec5c0, // DigiCert Global Root G3
	0xbb4128ec9620f2d2, // SecureSign RootCA11
	0xbb52086d0639e8db, // Hellenic Academic and Research Institutions ECC RootCA 2015
	0xbd153ed7b0434f68, // AAA Certificate Services
	0xc1ad1b1898ec3950, // E-Tugra Certification Authority
	0xc444b5b66ce5d71e, // TWCA Global Root CA
	0xc63d68c648a18b77, // TrustCor RootCert CA-2
	0xc784333d20bcd742, // USERTrust RSA Certification Authority
	0xc7f43b4cf5b71568, // AffirmTrust Premium
	0xceb19411c65052c7, // GDCA TrustAUTH R5 ROOT
	0xd1c45377ebdcd618, // SSL.com Root Certification Authority RSA
	0xdbc1e3a15238a048, // certSIGN ROOT CA
	0xdd5ed1c090f9f448, // CFCA EV ROOT
	0xe5ca37bc7b6c3619, // Atos TrustedRoot 2011
	0xe7ca91bbfbb18788, // COMODO ECC Certification Authority
	0xea87f462deefffbd, // TrustCor RootCert CA-1
	0xeabc185c4e82d942, // emSign ECC Root CA - C3
	0xeca0f181402ce7a8, // D-TRUST Root Class 3 CA 2 2009
	0xf1c6ba670cfc88e4, // DigiCert Assured ID Root G2
	0xf3438e23b3ce5325, // QuoVadis Root CA 3 G3
	0xf48badd7df6a0669, // NetLock Arany (Class Gold) Főtanúsítvány
	0xf7ecded5c66047d2, // Amazon Root CA 4
	0xfbe3018031f9586b, // Amazon Root CA 1
	0xfd371bea9755ff60, // OISTE WISeKey Global Root GC CA
	0xfea2b7d645fba73d, // Entrust Root Certification Authority - EC1
	0xff342fb6c4c8bd30, // D-TRUST Root Class 3 CA 2 EV 2009
}
