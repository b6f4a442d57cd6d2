/**
 * Holds the made-up content of each demo platform: what a user of such a platform has in front of them after sign-in. Each
 * row of sites.ts has one; content-parts.ts draws the parts.
 */

export type Content = {
  /** Says what the platform is for, below its tagline. */
  pitch: string
  /** What a user does there, for the start page of a signed-out user. */
  highlights: readonly (readonly [title: string, text: string])[]
  /** Greets a signed-in user after their name. */
  lead: string
  /** What counts, as a value with its label. */
  figures: readonly (readonly [value: string, label: string])[]
  parts: readonly ContentPart[]
}

export type ContentPart = { title: string } & (
  | { cards: readonly { title: string; text: string; percent?: number }[] }
  | { rows: readonly { title: string; text: string; status: string; isDone?: true }[] }
  | { agenda: readonly { when: string; title: string; text: string }[] }
  /** Steps in their order; `isNow` marks the one that runs. */
  | { rounds: readonly { title: string; text: string; isNow?: true }[] }
)

/** The courses of the learner, which their library shows, too. */
export const courses = [
  { title: 'How bridges stand', text: 'Next: arches and vaults', percent: 60 },
  { title: 'Reading a balance sheet', text: 'Next: what a company owes', percent: 25 },
  { title: 'Bird song for beginners', text: 'Finished in May', percent: 100 },
] as const

export const learning: Content = {
  pitch: 'Learn something new in ten minutes a day, from people who love their subject.',
  highlights: [
    ['Courses', 'Forty short courses, from bridges to bird song.'],
    ['Live classes', 'Every week a class with questions and answers.'],
    ['Skill profile', 'Show others what you have learned.'],
  ],
  lead: 'Two courses are under way. The next lesson takes nine minutes.',
  figures: [
    ['3', 'courses'],
    ['4', 'days in a row'],
    ['2 h 10', 'this month'],
  ],
  parts: [
    { title: 'Your courses', cards: courses },
    {
      title: 'This week',
      agenda: [
        { when: 'Tuesday, 18:00', title: 'Why domes crack', text: 'Live class with Dr. Iyer' },
        { when: 'Saturday, 10:00', title: 'Walk with the bird group', text: 'Meeting point: north gate' },
      ],
    },
  ],
}

export const labs: Content = {
  pitch: 'Science that fits on a kitchen table, with things you have at home.',
  highlights: [
    ['Experiments', 'A new one every Friday, with a list of what you need.'],
    ['Logbook', 'Write down what you saw, and compare with others.'],
    ['Ask a scientist', 'Somebody answers within two days.'],
  ],
  lead: 'Your cabbage dye has dried: time to write down its colour.',
  figures: [
    ['5', 'experiments done'],
    ['1', 'waiting for you'],
  ],
  parts: [
    {
      title: 'On your table',
      cards: [
        { title: 'Red cabbage finds acids', text: 'Two of three steps', percent: 66 },
        { title: 'A battery of lemons', text: 'You need lemons, nails and copper wire', percent: 0 },
        { title: 'Crystals overnight', text: 'Finished: 11 mm', percent: 100 },
      ],
    },
  ],
}

export const professor: Content = {
  pitch: 'Your lectures, your papers and your students’ questions, in one place.',
  highlights: [
    ['Lectures', 'Today’s rooms and slides at a glance.'],
    ['Marking', 'Papers in the order in which they are due.'],
    ['Questions', 'Students ask, and you answer once for all.'],
  ],
  lead: 'Two lectures today, and one set of papers is due on Friday.',
  figures: [
    ['2', 'lectures today'],
    ['41', 'papers to mark'],
    ['3', 'questions'],
  ],
  parts: [
    {
      title: 'Today',
      agenda: [
        { when: '9:15 to 10:45', title: 'Statics I', text: 'Hall B, 64 students' },
        { when: '14:00 to 15:30', title: 'Seminar on materials', text: 'Room 204, 18 students' },
      ],
    },
    {
      title: 'Papers',
      rows: [
        { title: 'Statics I, midterm', text: '23 of 64 marked', status: 'Due Friday' },
        { title: 'Materials, essay 2', text: '0 of 18 marked', status: 'Due 14 June' },
        { title: 'Statics I, exercise 6', text: '64 of 64 marked', status: 'Returned', isDone: true },
      ],
    },
  ],
}

export const quality: Content = {
  pitch: 'Two people read what decides about a mark, and you see where they differ.',
  highlights: [
    ['Samples', 'A few papers of every set, chosen by chance.'],
    ['Second marks', 'Marked without a look at the first mark.'],
    ['Reports', 'How far the marks of a set lie apart.'],
  ],
  lead: 'Four papers wait for a second mark.',
  figures: [
    ['4', 'to check'],
    ['96 %', 'marks agree'],
  ],
  parts: [
    {
      title: 'Papers to check',
      rows: [
        { title: 'Statics I, paper 118', text: 'First mark 14 of 20, by A. Iyer', status: 'To check' },
        { title: 'Statics I, paper 142', text: 'First mark 9 of 20, by A. Iyer', status: 'To check' },
        { title: 'Materials, paper 31', text: 'Marks 16 and 11 of 20', status: 'Marks differ' },
        { title: 'Materials, paper 7', text: 'Marks 13 and 13 of 20', status: 'Agreed', isDone: true },
      ],
    },
  ],
}

export const schoolChecks: Content = {
  pitch: 'Every school that registers is looked at by a person before it can invite teachers.',
  highlights: [
    ['Queue', 'The school that waits longest comes first.'],
    ['Papers', 'Register number, address and website, side by side.'],
    ['Answers', 'Verified, or a question that the school can answer.'],
  ],
  lead: 'Three schools wait. The oldest came in yesterday.',
  figures: [
    ['3', 'in the queue'],
    ['1 day', 'longest wait'],
    ['17', 'done this week'],
  ],
  parts: [
    {
      title: 'Queue',
      rows: [
        { title: 'Green Valley School', text: 'Pune, since yesterday 9:40', status: 'Check papers' },
        { title: 'Hill View Academy', text: 'Nashik, since yesterday 15:05', status: 'Check address' },
        { title: 'Riverside Public School', text: 'Surat, since today 8:12', status: 'New' },
        { title: 'Lakeside School', text: 'Bhopal, checked by you', status: 'Verified', isDone: true },
      ],
    },
  ],
}

export const school: Content = {
  pitch: 'Post what you need, read who applies, and talk to them, without a pile of mail.',
  highlights: [
    ['Posts', 'One page for each post, ready in five minutes.'],
    ['Applicants', 'Everyone in one list, with what they taught so far.'],
    ['Interviews', 'Offer times, and the applicant takes one.'],
  ],
  lead: 'Five people applied since Monday.',
  figures: [
    ['2', 'open posts'],
    ['11', 'applicants'],
    ['1', 'interview today'],
  ],
  parts: [
    {
      title: 'Applicants',
      rows: [
        { title: 'Nila Das', text: 'Physics, 6 years, lives 4 km away', status: 'New' },
        { title: 'Omar Sheikh', text: 'Mathematics, 11 years', status: 'Interview today' },
        { title: 'Tara Bose', text: 'Physics, 2 years', status: 'New' },
        { title: 'Dev Kulkarni', text: 'Mathematics, 8 years', status: 'Hired', isDone: true },
      ],
    },
    {
      title: 'Open posts',
      cards: [
        { title: 'Physics, classes 9 to 12', text: '7 applicants, open until 30 June' },
        { title: 'Mathematics, classes 6 to 8', text: '4 applicants, open until 12 July' },
      ],
    },
  ],
}

export const teacherSearch: Content = {
  pitch: 'Search by subject and distance, and write to the teachers who fit.',
  highlights: [
    ['Search', 'Subject, class and distance from your school.'],
    ['Short list', 'Keep the ones you like, with a note.'],
    ['Messages', 'Ask a question before you invite.'],
  ],
  lead: 'Three teachers near you match your last search.',
  figures: [
    ['3', 'new matches'],
    ['8', 'on your list'],
  ],
  parts: [
    {
      title: 'Physics within 15 km',
      cards: [
        { title: 'Nila D.', text: 'Physics, classes 9 to 12. 6 years, 4 km away' },
        { title: 'Farid K.', text: 'Physics and mathematics. 3 years, 9 km away' },
        { title: 'Tara B.', text: 'Physics, classes 9 and 10. 2 years, 12 km away' },
      ],
    },
  ],
}

export const olympiad: Content = {
  pitch: 'From the list of schools to the medals: everything an organiser needs for one olympiad.',
  highlights: [
    ['Rounds', 'Dates, rooms and papers of every round.'],
    ['Schools', 'Who takes part, and with how many pupils.'],
    ['Results', 'Marks come in, and the ranking is ready.'],
  ],
  lead: 'The city round is in nine days.',
  figures: [
    ['12', 'schools'],
    ['318', 'pupils'],
    ['9', 'days to go'],
  ],
  parts: [
    {
      title: 'Rounds',
      rounds: [
        { title: 'School round', text: '12 March, 318 pupils, results are out' },
        { title: 'City round', text: '21 June, 96 pupils, two halls', isNow: true },
        { title: 'Final', text: '4 October, 24 pupils' },
      ],
    },
    {
      title: 'Schools',
      rows: [
        {
          title: 'Green Valley School',
          text: '34 pupils, 11 in the city round',
          status: 'Papers sent',
          isDone: true,
        },
        {
          title: 'Hill View Academy',
          text: '28 pupils, 9 in the city round',
          status: 'Papers sent',
          isDone: true,
        },
        { title: 'Lakeside School', text: '19 pupils, 4 in the city round', status: 'Names missing' },
      ],
    },
  ],
}

export const centres: Content = {
  pitch: 'How full each centre is, who teaches there, and what needs you today.',
  highlights: [
    ['Centres', 'Seats, classes and staff of each centre.'],
    ['Staff', 'Who teaches where, this week and next.'],
    ['Requests', 'What your centres ask for, in one list.'],
  ],
  lead: 'The centre at the station is nearly full.',
  figures: [
    ['3', 'centres'],
    ['412', 'learners'],
    ['2', 'requests'],
  ],
  parts: [
    {
      title: 'Seats taken',
      cards: [
        { title: 'Station Road', text: '171 of 180 seats', percent: 95 },
        { title: 'Old Market', text: '132 of 200 seats', percent: 66 },
        { title: 'Lake Garden', text: '109 of 160 seats', percent: 68 },
      ],
    },
    {
      title: 'Requests',
      rows: [
        { title: 'A second projector', text: 'Old Market, from yesterday', status: 'Decide' },
        { title: 'A class on Sundays', text: 'Station Road, from Monday', status: 'Decide' },
        { title: 'New chairs', text: 'Lake Garden', status: 'Ordered', isDone: true },
      ],
    },
  ],
}

export const centreDesk: Content = {
  pitch: 'The day of your centre: who is where, which room is free, and who is missing.',
  highlights: [
    ['Timetable', 'Every room of the centre, hour by hour.'],
    ['Registers', 'Tick who is there, on any device.'],
    ['Rooms', 'Book a free one in two clicks.'],
  ],
  lead: 'Four classes today. One register is still open.',
  figures: [
    ['4', 'classes today'],
    ['86', 'learners'],
    ['1', 'free room'],
  ],
  parts: [
    {
      title: 'Classes today',
      agenda: [
        { when: '8:30', title: 'Mathematics, group A', text: 'Room 1, 22 of 24 there' },
        { when: '10:15', title: 'English, group B', text: 'Room 2, register open' },
        { when: '13:00', title: 'Science, group A', text: 'Laboratory, 24 learners' },
        { when: '15:00', title: 'Mathematics, group C', text: 'Room 1, 18 learners' },
      ],
    },
  ],
}

export const applicationForms: Content = {
  pitch: 'Forms, fees and papers of every application, with nothing lost between desks.',
  highlights: [
    ['Inbox', 'New applications, the oldest first.'],
    ['Papers', 'What is missing is asked for with one click.'],
    ['Forms', 'Change a form, and see who has filled in the old one.'],
  ],
  lead: 'Six applications came in since yesterday.',
  figures: [
    ['6', 'new'],
    ['3', 'with papers missing'],
    ['128', 'this season'],
  ],
  parts: [
    {
      title: 'Applications',
      rows: [
        { title: 'A-1042, Bachelor of Science', text: 'From today 9:20, fee paid', status: 'New' },
        { title: 'A-1041, Bachelor of Arts', text: 'From today 8:55, fee paid', status: 'New' },
        { title: 'A-1037, Bachelor of Science', text: 'Certificate of class 12', status: 'Paper missing' },
        {
          title: 'A-1029, Bachelor of Commerce',
          text: 'Handed on to admissions',
          status: 'Complete',
          isDone: true,
        },
      ],
    },
  ],
}

export const admissions: Content = {
  pitch: 'Who has asked, who waits, and what you promised to whom.',
  highlights: [
    ['Today', 'The calls and letters that are due.'],
    ['Applicants', 'The whole story of one applicant on one page.'],
    ['Offers', 'What was offered, and until when.'],
  ],
  lead: 'Three calls are due before noon.',
  figures: [
    ['3', 'calls today'],
    ['14', 'open offers'],
  ],
  parts: [
    {
      title: 'To call today',
      agenda: [
        { when: '10:00', title: 'Sana Malik', text: 'Asks about a room in the hostel' },
        { when: '10:30', title: 'Rohit Menon', text: 'Offer ends tomorrow' },
        { when: '11:15', title: 'Ines Pinto', text: 'Wants to change her subject' },
      ],
    },
  ],
}

export const recruitmentTools: Content = {
  pitch: 'Small tools for the team behind teacher hiring.',
  highlights: [
    ['Imports', 'Lists of posts and teachers, checked before they go in.'],
    ['Reports', 'Numbers of the week, as a table to download.'],
    ['Duplicates', 'Finds the same person twice.'],
  ],
  lead: 'The nightly import went through.',
  figures: [
    ['1,204', 'rows imported'],
    ['2', 'rows refused'],
  ],
  parts: [
    {
      title: 'Tools',
      cards: [
        { title: 'Import teachers', text: 'A table with up to 5,000 rows' },
        { title: 'Open posts', text: 'Report by city and subject' },
        { title: 'Find duplicates', text: 'By name, number and email' },
      ],
    },
    {
      title: 'Runs',
      rows: [
        { title: 'Import of teachers', text: 'Today 2:00, 1,204 rows', status: 'Two refused' },
        { title: 'Report of open posts', text: 'Monday 6:00', status: 'Sent', isDone: true },
      ],
    },
  ],
}
