"""Share codes that are out in the world, and what they mean: this file only grows."""

from typing import Final

GOLDEN_PRESETS: Final = {
    "standard": "TONK1-0Q7K-08A",
    "no_upcard": "TONK1-1AH7-NNR",
    "waits": "TONK1-242J-3V7",
    "forced_spreads": "TONK1-3SM6-P6N",
    "forced_spreads_aces": "TONK1-4RDH-67G",
    "low_naturals": "TONK1-55V5-KT2",
    "fifty_double": "TONK1-6B8G-5MX",
    "forty_nine_turn": "TONK1-7PY4-G9F",
    "washington_dc": "TONK1-89KQ-CPQ",
    "new_jersey": "TONK1-9M53-SB5",
    "baton_rouge": "TONK1-ATPP-F5T",
    "rushville": "TONK1-B702-TR8",
    "chicago": "TONK1-C6SN-ASD",
    "washington_state": "TONK1-DVF1-Z4Z",
    "push_up": "TONK1-ENWM-9A0",
    "dead_jokers": "TONK1-F8A0-WQJ",
    "rising_faces": "TONK1-G16S-F9P7",
    "seattle": "TONK1-H194-0KX1",
    "army": "TONK1-ATPP-F5T",
    "vietnam": "TONK1-K1QQ-YEBD",
    "texas": "TONK1-M1KP-TTKZ",
    "black_company": "TONK1-N1WB-N0RS",
    "five_seven_nine": "TONK1-P1D5-475K",
    "double_double": "TONK1-Q12R-BXEN",
    "slap": "TONK1-R157-C6WY",
    "slap_polite": "TONK1-S1AT-3WQR",
    "unmatched": "TONK1-T1VM-JVAJ",
    "tunk": "TONK1-V1M9-X11M",
}
"""What each preset was called before 1.0, by what it meant then."""

GOLDEN_CHANGED: Final = {
    "new_jersey": "TONK1-W1G8-SNS6",
    "five_seven_nine": "TONK1-X1ZN-PFJ0",
    "tunk": "TONK1-Y1EV-78FA",
}
"""The presets that changed in 1.0, as they are since."""

GOLDEN_RULES: Final[dict[str, dict[str, object]]] = {
    "TONK1-B810-J32D-1HXS-95J": {
        "preset": "rushville",
        "wait_when_hit": 1,
        "naturals": [
            {
                "match": {
                    "count": 50,
                },
                "pays": 2,
            },
        ],
    },
    "TONK1-EQ2S-FA10-PFK": {
        "scoring": "push_up",
        "push_up_target": 250,
    },
    "TONK1-C244-J197-3EXT-Y": {
        "preset": "chicago",
        "jokers": 4,
        "upcard": True,
        "catch": "whole_table",
    },
    "TONK1-0832-544C-11J1-H3Y1-W1ZK-JMF2-JTWB-X": {
        "naturals": [
            {
                "match": {
                    "all_faces": True,
                },
                "pays": 3,
                "rank": 2,
            },
            {
                "match": {
                    "at_most": 12,
                },
                "pays": 1,
                "rank": -1,
                "low_wins": True,
            },
            {
                "match": {
                    "count": 49,
                },
                "pays": 16,
                "when": "turn",
                "open": False,
            },
        ],
        "stake": 1000000,
    },
    "TONK1-M141-8295-003D-2Y12-TV0": {
        "preset": "texas",
        "hit_blocks_out": True,
        "wait_after_own_hit": 5,
        "side_ante": 3,
        "hits_stack": True,
        "hit_voids_tonk": True,
        "must_spread": "except_aces",
        "ace": "low_or_high",
    },
    "TONK1-3113-1B10-1832-3B21-PCHC-G": {
        "preset": "forced_spreads",
        "tonk_pays": 4,
        "face_values": "rising",
        "suits": "DHS",
        "natural_bet": "first_spread",
        "complete_books": "buried",
        "two_spreads_pays": 3,
        "stock_end": "at_once",
    },
    "TONK1-7A10-0344-C55Q-NCP3-W": {
        "preset": "forty_nine_turn",
        "discard_after_hit": False,
        "return_taken": True,
        "touch_stock": True,
        "take": "use_now",
        "big_one": 5,
        "wait_after_spread": 4,
        "booed": True,
    },
    "TONK1-60GW-3215-2513-D121-DJ1P-51": {
        "preset": "fifty_double",
        "stockout_tie": "all_paid",
        "slap": "race",
        "natural_tie": "all_paid",
        "wild": "2",
        "spread_out": False,
        "ranks": "A23456JQK",
        "hits_per_turn": 1,
    },
    "TONK1-P167-7D42-2012-5235-0K6Y": {
        "preset": "five_seven_nine",
        "tonk_needs": "never",
        "out_pays": 3,
        "double_double": True,
        "hit_books": False,
        "hand_size": 9,
        "high_suit_bet": "spades",
        "stockout": "void",
    },
    "TONK1-2M17-DF51-P": {
        "preset": "waits",
        "first_turn_drop": False,
    },
    "TONK1-H131-P1AJ-1K60-1030-K301-RBPZ-05": {
        "preset": "tunk",
        "wild_points": 50,
        "next_dealer": "winner",
        "drop_when": "any_time",
        "catch": "single_to_lower",
        "last_lay": "both",
        "count": "all",
        "drop_at_most": 99,
    },
    "TONK1-083R-1J32-H604-T5H3-2031-0D22-2": {
        "natural_tie": "split",
        "naturals": [
            {"match": {"count": 50}, "pays": 2, "tie": "void"},
            {"match": {"at_most": 0}, "pays": 3, "tie": "split"},
            {"match": {"count": 49}, "pays": 2, "when": "turn", "open": False, "tie": "all_paid"},
        ],
    },
}
"""Rule sets of codes that were given out before 1.0, by what presets meant then."""

GOLDEN_SINCE_1_0: Final[dict[str, dict[str, object]]] = {
    "TONK1-W1M2-1MP8-P2Y": {
        "preset": "new_jersey",
        "slap": "race",
    },
    "TONK1-X1K1-7X98-ET": {
        "preset": "five_seven_nine",
        "spread_out": False,
    },
    "TONK1-Y122-038T-24VX": {
        "preset": "tunk",
        "jokers": 2,
        "wild": "2X",
    },
    "TONK1-0J31-6P0F-FV": {
        "wait_after_hitting": 1,
    },
    "TONK1-DP10-1S13-XC5M-C9": {
        "preset": "washington_state",
        "wait_when_hit": 0,
        "wait_after_hitting": 3,
        "hits_stack": True,
    },
}
"""Rule sets of codes that say what changed in 1.0: numbers of presets, and a key."""

LONG: Final = "TONK1-0832-544C-11J1-H3Y1-W1ZK-JMF2-JTWB-X"

KNOWN_VALUES: Final = {
    "wild": ("", "2", "X", "2X"),
    "ace": ("low", "low_or_high"),
    "face_values": ("ten", "rising"),
    "natural_tie": ("void", "eldest", "all_paid", "split"),
    "take": ("hand", "use_now"),
    "must_spread": ("no", "yes", "except_aces"),
    "complete_books": ("stay", "buried"),
    "stock_end": ("willing", "at_once"),
    "catch": (
        "standard",
        "lowest_only",
        "dropper_covers",
        "single_each",
        "single_worse_pay",
        "double_to_all",
        "five_to_lowest",
        "double_to_beaters",
        "quad_to_beaters",
        "whole_table",
        "single_to_lower",
    ),
    "tonk_needs": ("any", "second_spread", "spreads_only", "first_turn_two_spreads", "never"),
    "stockout": ("lowest", "void"),
    "stockout_tie": ("void", "all_paid"),
    "slap": ("off", "race", "next_first"),
    "scoring": ("stakes", "scorepad", "push_up"),
    "high_suit_bet": ("off", "called", "spades"),
    "natural_bet": ("off", "dealt", "first_spread"),
    "count": ("all", "unmatched"),
    "drop_when": ("own_turn", "any_time"),
    "last_lay": ("no", "drop", "stockout", "both"),
    "next_dealer": ("left", "winner"),
}
