/// What the sample `movies` knows: films with the people who made them.
///
/// A film is a line `TITLE (YEAR) TAGLINE`; below it, indented, stand `acted: NAME = ROLE; NAME = ROLE`, and with names
/// alone `directed:`, `produced:` and `wrote:`. The taglines are our own.
enum MovieFacts {
    static let films = """
        The Godfather (1972) The son who stayed out of the business ends up at its head.
          acted: Marlon Brando = Vito Corleone; Al Pacino = Michael Corleone; James Caan = Sonny Corleone; \
        Robert Duvall = Tom Hagen; Diane Keaton = Kay Adams; John Cazale = Fredo Corleone; Talia Shire = Connie Corleone
          directed: Francis Ford Coppola
          produced: Albert S. Ruddy
          wrote: Mario Puzo; Francis Ford Coppola
        The Godfather Part II (1974) A father builds a family, and a son loses it.
          acted: Al Pacino = Michael Corleone; Robert De Niro = Vito Corleone; Robert Duvall = Tom Hagen; \
        Diane Keaton = Kay Corleone; John Cazale = Fredo Corleone; Talia Shire = Connie Corleone; \
        Lee Strasberg = Hyman Roth
          directed: Francis Ford Coppola
          produced: Francis Ford Coppola
          wrote: Francis Ford Coppola; Mario Puzo
        Taxi Driver (1976) A sleepless man drives through a city he cannot stand.
          acted: Robert De Niro = Travis Bickle; Jodie Foster = Iris; Cybill Shepherd = Betsy; Harvey Keitel = Sport; \
        Albert Brooks = Tom
          directed: Martin Scorsese
          produced: Julia Phillips; Michael Phillips
          wrote: Paul Schrader
        Jaws (1975) Three men, one small boat, one large shark.
          acted: Roy Scheider = Martin Brody; Robert Shaw = Quint; Richard Dreyfuss = Matt Hooper
          directed: Steven Spielberg
          produced: Richard D. Zanuck; David Brown
          wrote: Peter Benchley; Carl Gottlieb
        Apocalypse Now (1979) Up the river, to find a colonel who has gone his own way.
          acted: Martin Sheen = Benjamin Willard; Marlon Brando = Walter Kurtz; Robert Duvall = Bill Kilgore; \
        Laurence Fishburne = Tyrone Miller; Dennis Hopper = Photojournalist; Harrison Ford = Colonel Lucas
          directed: Francis Ford Coppola
          produced: Francis Ford Coppola
          wrote: John Milius; Francis Ford Coppola
        Alien (1979) Something came aboard with the crew, and it is growing.
          acted: Sigourney Weaver = Ellen Ripley; Tom Skerritt = Dallas; John Hurt = Kane; Ian Holm = Ash; \
        Harry Dean Stanton = Brett; Yaphet Kotto = Parker; Veronica Cartwright = Lambert
          directed: Ridley Scott
          produced: Gordon Carroll; David Giler
          wrote: Dan O'Bannon
        Raging Bull (1980) A boxer fights everybody, himself most of all.
          acted: Robert De Niro = Jake LaMotta; Joe Pesci = Joey LaMotta; Cathy Moriarty = Vickie LaMotta
          directed: Martin Scorsese
          produced: Irwin Winkler; Robert Chartoff
          wrote: Paul Schrader; Mardik Martin
        Raiders of the Lost Ark (1981) A professor with a whip is first to find what others should not.
          acted: Harrison Ford = Indiana Jones; Karen Allen = Marion Ravenwood; Paul Freeman = René Belloq; \
        John Rhys-Davies = Sallah; Alfred Molina = Satipo
          directed: Steven Spielberg
          produced: Frank Marshall
          wrote: Lawrence Kasdan; George Lucas
        Blade Runner (1982) A hunter of artificial people begins to wonder about people.
          acted: Harrison Ford = Rick Deckard; Rutger Hauer = Roy Batty; Sean Young = Rachael; Daryl Hannah = Pris; \
        Edward James Olmos = Gaff
          directed: Ridley Scott
          produced: Michael Deeley
          wrote: Hampton Fancher; David Peoples
        E.T. the Extra-Terrestrial (1982) A boy hides a guest who only wants to go home.
          acted: Henry Thomas = Elliott; Drew Barrymore = Gertie; Dee Wallace = Mary
          directed: Steven Spielberg
          produced: Steven Spielberg; Kathleen Kennedy
          wrote: Melissa Mathison
        Aliens (1986) She said never again; then a colony stopped answering.
          acted: Sigourney Weaver = Ellen Ripley; Michael Biehn = Dwayne Hicks; Lance Henriksen = Bishop; \
        Bill Paxton = William Hudson; Paul Reiser = Carter Burke; Carrie Henn = Newt
          directed: James Cameron
          produced: Gale Anne Hurd
          wrote: James Cameron
        Goodfellas (1990) He always wanted to be one of them, until he was.
          acted: Ray Liotta = Henry Hill; Robert De Niro = James Conway; Joe Pesci = Tommy DeVito; \
        Lorraine Bracco = Karen Hill; Paul Sorvino = Paul Cicero; Samuel L. Jackson = Stacks Edwards
          directed: Martin Scorsese
          produced: Irwin Winkler
          wrote: Nicholas Pileggi; Martin Scorsese
        The Silence of the Lambs (1991) To catch one killer she has to talk to another.
          acted: Jodie Foster = Clarice Starling; Anthony Hopkins = Hannibal Lecter; Scott Glenn = Jack Crawford; \
        Ted Levine = Jame Gumb
          directed: Jonathan Demme
          wrote: Ted Tally
        Terminator 2: Judgment Day (1991) The machine that came to kill has come back to protect.
          acted: Arnold Schwarzenegger = T-800; Linda Hamilton = Sarah Connor; Edward Furlong = John Connor; \
        Robert Patrick = T-1000
          directed: James Cameron
          produced: James Cameron
          wrote: James Cameron
        Thelma & Louise (1991) A weekend trip that nobody comes back from.
          acted: Susan Sarandon = Louise Sawyer; Geena Davis = Thelma Dickinson; Harvey Keitel = Hal Slocumb; \
        Brad Pitt = J.D.; Michael Madsen = Jimmy
          directed: Ridley Scott
          produced: Ridley Scott
          wrote: Callie Khouri
        Reservoir Dogs (1992) After the robbery, one question: who talked?
          acted: Harvey Keitel = Mr. White; Tim Roth = Mr. Orange; Michael Madsen = Mr. Blonde; \
        Steve Buscemi = Mr. Pink; Chris Penn = Nice Guy Eddie; Quentin Tarantino = Mr. Brown
          directed: Quentin Tarantino
          produced: Lawrence Bender
          wrote: Quentin Tarantino
        Jurassic Park (1993) The park has everything under control but the animals.
          acted: Sam Neill = Alan Grant; Laura Dern = Ellie Sattler; Jeff Goldblum = Ian Malcolm; \
        Richard Attenborough = John Hammond; Samuel L. Jackson = Ray Arnold
          directed: Steven Spielberg
          produced: Kathleen Kennedy; Gerald R. Molen
          wrote: Michael Crichton; David Koepp
        Schindler's List (1993) A list of names, and each name a life.
          acted: Liam Neeson = Oskar Schindler; Ben Kingsley = Itzhak Stern; Ralph Fiennes = Amon Göth
          directed: Steven Spielberg
          produced: Steven Spielberg; Gerald R. Molen; Branko Lustig
          wrote: Steven Zaillian
        Forrest Gump (1994) A man who only ever meant well runs through half a century.
          acted: Tom Hanks = Forrest Gump; Robin Wright = Jenny Curran; Gary Sinise = Dan Taylor; Sally Field = Mrs. Gump
          directed: Robert Zemeckis
          produced: Steve Tisch
          wrote: Eric Roth
        Pulp Fiction (1994) Two hitmen, a boxer and a briefcase, in no particular order.
          acted: John Travolta = Vincent Vega; Samuel L. Jackson = Jules Winnfield; Uma Thurman = Mia Wallace; \
        Bruce Willis = Butch Coolidge; Ving Rhames = Marsellus Wallace; Harvey Keitel = Winston Wolfe; \
        Tim Roth = Pumpkin; Christopher Walken = Captain Koons; Quentin Tarantino = Jimmie Dimmick; \
        Steve Buscemi = Buddy Holly
          directed: Quentin Tarantino
          produced: Lawrence Bender
          wrote: Quentin Tarantino; Roger Avary
        Heat (1995) A thief and a detective have more in common than either likes.
          acted: Al Pacino = Vincent Hanna; Robert De Niro = Neil McCauley; Val Kilmer = Chris Shiherlis; \
        Jon Voight = Nate; Natalie Portman = Lauren Gustafson; Ashley Judd = Charlene Shiherlis
          directed: Michael Mann
          produced: Michael Mann; Art Linson
          wrote: Michael Mann
        Fargo (1996) A simple plan, a lot of snow, and a very patient police chief.
          acted: Frances McDormand = Marge Gunderson; William H. Macy = Jerry Lundegaard; \
        Steve Buscemi = Carl Showalter; Peter Stormare = Gaear Grimsrud
          directed: Joel Coen
          produced: Ethan Coen
          wrote: Ethan Coen; Joel Coen
        Titanic (1997) Two passengers who would never have met on land.
          acted: Leonardo DiCaprio = Jack Dawson; Kate Winslet = Rose DeWitt Bukater; Billy Zane = Cal Hockley; \
        Kathy Bates = Molly Brown; Bill Paxton = Brock Lovett; Gloria Stuart = Rose Dawson Calvert
          directed: James Cameron
          produced: James Cameron; Jon Landau
          wrote: James Cameron
        Saving Private Ryan (1998) Eight men are sent to bring one home.
          acted: Tom Hanks = John Miller; Matt Damon = James Ryan; Tom Sizemore = Mike Horvath; \
        Edward Burns = Richard Reiben; Vin Diesel = Adrian Caparzo
          directed: Steven Spielberg
          produced: Steven Spielberg
          wrote: Robert Rodat
        The Matrix (1999) The world is fine; it just is not there.
          acted: Keanu Reeves = Neo; Laurence Fishburne = Morpheus; Carrie-Anne Moss = Trinity; \
        Hugo Weaving = Agent Smith; Joe Pantoliano = Cypher
          directed: Lana Wachowski; Lilly Wachowski
          produced: Joel Silver
          wrote: Lana Wachowski; Lilly Wachowski
        Cast Away (2000) Four years, one island, and a volleyball to talk to.
          acted: Tom Hanks = Chuck Noland; Helen Hunt = Kelly Frears
          directed: Robert Zemeckis
          produced: Tom Hanks; Robert Zemeckis
          wrote: William Broyles Jr.
        Gladiator (2000) A general becomes a slave, and a slave becomes a danger to the throne.
          acted: Russell Crowe = Maximus; Joaquin Phoenix = Commodus; Connie Nielsen = Lucilla; \
        Oliver Reed = Proximo; Richard Harris = Marcus Aurelius; Djimon Hounsou = Juba
          directed: Ridley Scott
          produced: Douglas Wick
          wrote: David Franzoni; John Logan; William Nicholson
        Memento (2000) He cannot remember the last ten minutes, but he has notes.
          acted: Guy Pearce = Leonard Shelby; Carrie-Anne Moss = Natalie; Joe Pantoliano = Teddy
          directed: Christopher Nolan
          produced: Suzanne Todd
          wrote: Christopher Nolan
        Catch Me If You Can (2002) He flew as a pilot long before he could fly.
          acted: Leonardo DiCaprio = Frank Abagnale; Tom Hanks = Carl Hanratty; \
        Christopher Walken = Frank Abagnale Sr.; Amy Adams = Brenda Strong; Martin Sheen = Roger Strong
          directed: Steven Spielberg
          produced: Steven Spielberg
          wrote: Jeff Nathanson
        Gangs of New York (2002) A son comes back to the Five Points with a debt to pay.
          acted: Leonardo DiCaprio = Amsterdam Vallon; Daniel Day-Lewis = Bill the Butcher; \
        Cameron Diaz = Jenny Everdeane; Liam Neeson = Priest Vallon
          directed: Martin Scorsese
          wrote: Jay Cocks; Steven Zaillian; Kenneth Lonergan
        Kill Bill: Volume 1 (2003) She wakes up with a list.
          acted: Uma Thurman = The Bride; Lucy Liu = O-Ren Ishii; Vivica A. Fox = Vernita Green; \
        Daryl Hannah = Elle Driver; David Carradine = Bill; Michael Madsen = Budd
          directed: Quentin Tarantino
          produced: Lawrence Bender
          wrote: Quentin Tarantino
        The Aviator (2004) The higher he flies, the smaller the room he lives in.
          acted: Leonardo DiCaprio = Howard Hughes; Cate Blanchett = Katharine Hepburn; \
        Kate Beckinsale = Ava Gardner; Alec Baldwin = Juan Trippe; Jude Law = Errol Flynn
          directed: Martin Scorsese
          produced: Michael Mann
          wrote: John Logan
        Batman Begins (2005) A man afraid of bats makes a whole city afraid of them.
          acted: Christian Bale = Bruce Wayne; Michael Caine = Alfred; Liam Neeson = Henri Ducard; \
        Katie Holmes = Rachel Dawes; Gary Oldman = Jim Gordon; Cillian Murphy = Jonathan Crane; \
        Rutger Hauer = William Earle; Morgan Freeman = Lucius Fox
          directed: Christopher Nolan
          produced: Emma Thomas
          wrote: Christopher Nolan; David S. Goyer
        The Departed (2006) A policeman in the mob, a mobster in the police, and both are looking.
          acted: Leonardo DiCaprio = Billy Costigan; Matt Damon = Colin Sullivan; Jack Nicholson = Frank Costello; \
        Mark Wahlberg = Sean Dignam; Martin Sheen = Oliver Queenan; Vera Farmiga = Madolyn Madden; \
        Alec Baldwin = George Ellerby
          directed: Martin Scorsese
          produced: Brad Pitt
          wrote: William Monahan
        No Country for Old Men (2007) He should have left the money where it was.
          acted: Tommy Lee Jones = Ed Tom Bell; Javier Bardem = Anton Chigurh; Josh Brolin = Llewelyn Moss; \
        Kelly Macdonald = Carla Jean Moss; Woody Harrelson = Carson Wells
          directed: Ethan Coen; Joel Coen
          produced: Ethan Coen; Joel Coen; Scott Rudin
          wrote: Ethan Coen; Joel Coen
        The Dark Knight (2008) A city gets the hero it has and the villain it dreads.
          acted: Christian Bale = Bruce Wayne; Heath Ledger = Joker; Aaron Eckhart = Harvey Dent; \
        Michael Caine = Alfred; Maggie Gyllenhaal = Rachel Dawes; Gary Oldman = Jim Gordon; \
        Cillian Murphy = Jonathan Crane; Morgan Freeman = Lucius Fox
          directed: Christopher Nolan
          produced: Christopher Nolan; Emma Thomas
          wrote: Christopher Nolan; Jonathan Nolan
        Inglourious Basterds (2009) Everybody's plan for the evening is to burn down the same cinema.
          acted: Brad Pitt = Aldo Raine; Christoph Waltz = Hans Landa; Mélanie Laurent = Shosanna Dreyfus; \
        Michael Fassbender = Archie Hicox; Diane Kruger = Bridget von Hammersmark
          directed: Quentin Tarantino
          produced: Lawrence Bender
          wrote: Quentin Tarantino
        Inception (2010) To plant one idea they go three dreams deep.
          acted: Leonardo DiCaprio = Dom Cobb; Joseph Gordon-Levitt = Arthur; Elliot Page = Ariadne; \
        Tom Hardy = Eames; Ken Watanabe = Saito; Marion Cotillard = Mal; Cillian Murphy = Robert Fischer; \
        Michael Caine = Stephen Miles
          directed: Christopher Nolan
          produced: Christopher Nolan; Emma Thomas
          wrote: Christopher Nolan
        Shutter Island (2010) A marshal looks for a missing patient and finds one.
          acted: Leonardo DiCaprio = Teddy Daniels; Mark Ruffalo = Chuck Aule; Ben Kingsley = John Cawley; \
        Michelle Williams = Dolores Chanal; Max von Sydow = Jeremiah Naehring
          directed: Martin Scorsese
          produced: Martin Scorsese
          wrote: Laeta Kalogridis
        Django Unchained (2012) A dentist, a free man, and a debt across the whole South.
          acted: Jamie Foxx = Django; Christoph Waltz = King Schultz; Leonardo DiCaprio = Calvin Candie; \
        Kerry Washington = Broomhilda; Samuel L. Jackson = Stephen
          directed: Quentin Tarantino
          produced: Stacey Sher
          wrote: Quentin Tarantino
        The Wolf of Wall Street (2013) He sells anything to anyone, himself included.
          acted: Leonardo DiCaprio = Jordan Belfort; Jonah Hill = Donnie Azoff; Margot Robbie = Naomi Lapaglia; \
        Matthew McConaughey = Mark Hanna; Kyle Chandler = Patrick Denham
          directed: Martin Scorsese
          produced: Martin Scorsese; Leonardo DiCaprio
          wrote: Terence Winter
        Interstellar (2014) An hour there costs seven years here.
          acted: Matthew McConaughey = Joseph Cooper; Anne Hathaway = Amelia Brand; Jessica Chastain = Murph Cooper; \
        Michael Caine = John Brand; Matt Damon = Mann
          directed: Christopher Nolan
          produced: Christopher Nolan; Emma Thomas
          wrote: Christopher Nolan; Jonathan Nolan
        The Martian (2015) Left behind with some potatoes and a sense of humour.
          acted: Matt Damon = Mark Watney; Jessica Chastain = Melissa Lewis; Jeff Daniels = Teddy Sanders; \
        Kristen Wiig = Annie Montrose; Chiwetel Ejiofor = Vincent Kapoor; Sean Bean = Mitch Henderson
          directed: Ridley Scott
          produced: Ridley Scott
          wrote: Drew Goddard
        Arrival (2016) Whoever learns their language learns when things happen.
          acted: Amy Adams = Louise Banks; Jeremy Renner = Ian Donnelly; Forest Whitaker = Colonel Weber
          directed: Denis Villeneuve
          wrote: Eric Heisserer
        Blade Runner 2049 (2017) A new hunter finds a bone that should not exist.
          acted: Ryan Gosling = K; Harrison Ford = Rick Deckard; Ana de Armas = Joi; Robin Wright = Lieutenant Joshi; \
        Jared Leto = Niander Wallace; Edward James Olmos = Gaff
          directed: Denis Villeneuve
          wrote: Hampton Fancher
        Once Upon a Time in Hollywood (2019) An actor and his double, in the last summer of the old town.
          acted: Leonardo DiCaprio = Rick Dalton; Brad Pitt = Cliff Booth; Margot Robbie = Sharon Tate; \
        Al Pacino = Marvin Schwarz; Kurt Russell = Randy
          directed: Quentin Tarantino
          produced: Quentin Tarantino; David Heyman
          wrote: Quentin Tarantino
        Dune (2021) A duke's heir dreams of a desert before he sees it.
          acted: Timothée Chalamet = Paul Atreides; Rebecca Ferguson = Lady Jessica; Oscar Isaac = Leto Atreides; \
        Josh Brolin = Gurney Halleck; Javier Bardem = Stilgar; Zendaya = Chani; Jason Momoa = Duncan Idaho; \
        Stellan Skarsgård = Vladimir Harkonnen
          directed: Denis Villeneuve
          produced: Denis Villeneuve
          wrote: Denis Villeneuve; Eric Roth
        Oppenheimer (2023) He builds the thing, and then has to live after it.
          acted: Cillian Murphy = J. Robert Oppenheimer; Emily Blunt = Kitty Oppenheimer; Matt Damon = Leslie Groves; \
        Robert Downey Jr. = Lewis Strauss; Florence Pugh = Jean Tatlock; Gary Oldman = Harry Truman
          directed: Christopher Nolan
          produced: Christopher Nolan; Emma Thomas
          wrote: Christopher Nolan
        """

    /// `YEAR: NAME; NAME`: who was born when.
    static let births = """
        1901: Lee Strasberg
        1910: Gloria Stuart
        1916: David Brown
        1920: Mario Puzo
        1923: Richard Attenborough
        1924: Marlon Brando
        1926: Harry Dean Stanton
        1927: Robert Shaw
        1928: Gordon Carroll
        1929: Max von Sydow
        1930: Albert S. Ruddy; Richard Harris
        1931: Robert Duvall; Irwin Winkler; Ian Holm
        1932: Roy Scheider; Michael Deeley; Branko Lustig
        1933: Robert Chartoff; Nicholas Pileggi; Tom Skerritt; Michael Caine
        1934: Richard D. Zanuck; Mardik Martin
        1935: John Cazale; Gerald R. Molen
        1936: Dennis Hopper; David Carradine
        1937: Jack Nicholson; Ridley Scott; Anthony Hopkins; Morgan Freeman
        1938: Carl Gottlieb; Hampton Fancher; Oliver Reed; Jon Voight
        1939: Francis Ford Coppola; Harvey Keitel; Paul Sorvino; Yaphet Kotto; Scott Glenn
        1940: Al Pacino; James Caan; Martin Sheen; Peter Benchley; John Hurt; Lance Henriksen; David Peoples
        1942: Harrison Ford; Martin Scorsese; Michael Crichton; Art Linson
        1943: Robert De Niro; Joe Pesci; Ben Kingsley; Paul Freeman; Christopher Walken; David Giler; Michael Mann; \
        Michael Phillips
        1944: John Milius; Julia Phillips; Jay Cocks; John Rhys-Davies; George Lucas; Rutger Hauer; Jonathan Demme; \
        William Broyles Jr.
        1945: Eric Roth
        1946: Diane Keaton; Talia Shire; Paul Schrader; Steven Spielberg; Frank Marshall; Sally Field; Dan O'Bannon; \
        Susan Sarandon; Tommy Lee Jones
        1947: Albert Brooks; Richard Dreyfuss; Sam Neill; Arnold Schwarzenegger; Edward James Olmos; David Franzoni
        1948: Samuel L. Jackson; Dee Wallace; Kathy Bates; William Nicholson
        1949: Lawrence Kasdan; Sigourney Weaver; Veronica Cartwright; Steve Tisch
        1950: Cybill Shepherd; Melissa Mathison; William H. Macy
        1951: Karen Allen; Joe Pantoliano; Kurt Russell; Stellan Skarsgård
        1952: Liam Neeson; Jeff Goldblum; Robert Zemeckis; Joel Silver; Ted Tally
        1953: Steven Zaillian; Kathleen Kennedy; Alfred Molina; Robert Rodat; Peter Stormare
        1954: Ray Liotta; Lorraine Bracco; James Cameron; Douglas Wick; John Travolta; Joel Coen
        1955: Gary Sinise; Bill Paxton; Gale Anne Hurd; Jeff Daniels; Bruce Willis
        1956: Tom Hanks; Michael Biehn; Paul Reiser; Linda Hamilton; Geena Davis; Christoph Waltz
        1957: Daniel Day-Lewis; Ted Levine; Callie Khouri; Steve Buscemi; Michael Madsen; Lawrence Bender; \
        Frances McDormand; Ethan Coen
        1958: Alec Baldwin; Robert Patrick; Gary Oldman; Scott Rudin
        1959: Sean Young; Sean Bean; Ving Rhames; Val Kilmer; Ken Watanabe
        1960: Cathy Moriarty; Daryl Hannah; Jon Landau; William Monahan; Terence Winter; Hugo Weaving
        1961: Laurence Fishburne; John Logan; Tom Sizemore; Tim Roth; David Heyman; Forest Whitaker; Woody Harrelson
        1962: Jodie Foster; Kenneth Lonergan; Ralph Fiennes; Stacey Sher
        1963: Quentin Tarantino; Brad Pitt; David Koepp; Helen Hunt
        1964: Russell Crowe; Djimon Hounsou; Vivica A. Fox; Keanu Reeves
        1965: Laeta Kalogridis; Kyle Chandler; Jeff Nathanson; Connie Nielsen; Chris Penn; Roger Avary; Suzanne Todd; \
        David S. Goyer; Robert Downey Jr.; Lana Wachowski
        1966: Robin Wright; Billy Zane
        1967: Mark Ruffalo; Laura Dern; Vin Diesel; Denis Villeneuve; Jamie Foxx; Guy Pearce; Carrie-Anne Moss; \
        Lilly Wachowski
        1968: Edward Burns; Lucy Liu; Ashley Judd; Aaron Eckhart; Josh Brolin
        1969: Cate Blanchett; Matthew McConaughey; Javier Bardem
        1970: Matt Damon; Uma Thurman; Christopher Nolan; Eric Heisserer
        1971: Mark Wahlberg; Henry Thomas; Jared Leto; Emma Thomas; Jeremy Renner
        1972: Cameron Diaz; Jude Law
        1973: Kate Beckinsale; Vera Farmiga; Kristen Wiig
        1974: Leonardo DiCaprio; Amy Adams; Joaquin Phoenix; Christian Bale
        1975: Drew Barrymore; Kate Winslet; Drew Goddard; Marion Cotillard
        1976: Carrie Henn; Diane Kruger; Cillian Murphy; Jonathan Nolan; Kelly Macdonald
        1977: Edward Furlong; Jessica Chastain; Chiwetel Ejiofor; Michael Fassbender; Kerry Washington; \
        Maggie Gyllenhaal; Tom Hardy
        1978: Katie Holmes
        1979: Heath Ledger; Oscar Isaac; Jason Momoa
        1980: Michelle Williams; Ryan Gosling
        1981: Natalie Portman; Joseph Gordon-Levitt
        1982: Anne Hathaway
        1983: Jonah Hill; Mélanie Laurent; Rebecca Ferguson; Emily Blunt
        1987: Elliot Page
        1988: Ana de Armas
        1990: Margot Robbie
        1995: Timothée Chalamet
        1996: Florence Pugh; Zendaya
        """
}
