/* A yardstick for the exact solver: in how many layouts does a closer on lead win, for ONE pair of needs?
 *
 * Plain alpha-beta for a yes or no: try cards until one decides, no memory of positions. A set of cards is a bit mask,
 * six bits to a suit from the ace (lowest bit) down to the nine; suits are 0 to 3. No marriages. A need is the card
 * points still missing to 66; who takes a trick and needs no more says out.
 */
#include <stdint.h>
#include <time.h>

typedef uint32_t Cards;

static const int WORTH[6] = {11, 10, 4, 3, 2, 0};

static int trump, must_beat, must_trump, bonus, give_up;

static Cards suit_of(int card) { return (Cards)63 << (card / 6 * 6); }

static int worth(int card) { return WORTH[card % 6]; }

static Cards legal_replies(Cards hand, int led) {
    Cards follow = hand & suit_of(led);
    if (follow) {
        Cards higher = follow & (((Cards)1 << led) - 1);
        return must_beat && higher ? higher : follow;
    }
    Cards trumps = hand & suit_of(trump * 6);
    return must_trump && trumps ? trumps : hand;
}

/* The replies that take the trick. */
static Cards takers(Cards replies, int led) {
    Cards higher = replies & suit_of(led) & (((Cards)1 << led) - 1);
    return led / 6 == trump ? higher : higher | (replies & suit_of(trump * 6));
}

/* Whether the player on lead wins the deal. `left` is what the tricks to come are worth, bonus included. */
static int leader_wins(Cards mine, Cards his, int my_need, int his_need, int left, int i_closed) {
    if (give_up && (i_closed ? my_need : his_need) > left)
        return !i_closed; /* a closer who cannot get home any more has lost */
    int last = !(mine & (mine - 1));
    for (Cards leads = mine; leads; leads &= leads - 1) { /* aces first */
        int led = __builtin_ctz(leads);
        Cards my_rest = mine & ~((Cards)1 << led);
        Cards replies = legal_replies(his, led), taking = takers(replies, led);
        int i_win = 1;
        while (replies && i_win) {
            /* He takes the trick with his highest card if he can, else gives the least. */
            int card = taking ? __builtin_ctz(taking) : 31 - __builtin_clz(replies);
            Cards bit = (Cards)1 << card, his_rest = his & ~bit;
            int he_takes = (taking & bit) != 0;
            int value = worth(led) + worth(card) + (last ? bonus : 0);
            int mine_now = my_need - (he_takes ? 0 : value), his_now = his_need - (he_takes ? value : 0);
            if (last)
                i_win = i_closed ? mine_now <= 0 : his_now > 0;
            else if (he_takes)
                i_win = his_now > 0 && !leader_wins(his_rest, my_rest, his_now, mine_now, left - value, !i_closed);
            else
                i_win = mine_now <= 0 || leader_wins(my_rest, his_rest, mine_now, his_now, left - value, i_closed);
            replies &= ~bit;
            taking &= ~bit;
        }
        if (i_win)
            return 1;
    }
    return 0;
}

static int points_of(Cards cards) {
    int sum = 0;
    for (; cards; cards &= cards - 1)
        sum += worth(__builtin_ctz(cards));
    return sum;
}

/* Complete `his` with `missing` of the cards in `free` in every way. */
static long count(Cards mine, Cards his, Cards free, int missing, int my_need, int his_need) {
    if (!missing)
        return my_need <= 0 || leader_wins(mine, his, my_need, his_need, points_of(mine | his) + bonus, 1);
    long wins = 0;
    for (; __builtin_popcount(free) >= missing; free &= free - 1)
        wins += count(mine, his | (free & -free), free & (free - 1), missing - 1, my_need, his_need);
    return wins;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Count the layouts that the closer on lead wins; `seconds` becomes the shortest time of `repeats` counts.
 * With `cut` a closer whom all points left cannot help is given up at once. */
long count_wins(Cards mine, Cards unseen, int size, int trump_suit, int beat, int trump_when_void, int last_trick,
                int my_need, int his_need, int cut, int repeats, double *seconds) {
    trump = trump_suit, must_beat = beat, must_trump = trump_when_void, bonus = last_trick, give_up = cut;
    long wins = 0;
    *seconds = 1e9;
    for (; repeats > 0; repeats--) {
        double begun = now();
        wins = count(mine, 0, unseen, size, my_need, his_need);
        double taken = now() - begun;
        if (taken < *seconds)
            *seconds = taken;
    }
    return wins;
}
