// Made by `npm run generate -- emoji`; do not edit. The names are those that clients know (client-names.json), then those of
// unicode-emoji-json (MIT, © 2019 Mu-An Chiou) and gemoji (MIT, © 2014 Titus Wormer).

/** A line an emoji: its code, then its names. */
export const table = `1f600 grinning happy grinning_face
1f603 smiley grinning_face_with_big_eyes
1f604 big_smile
1f601 grinning_face_with_smiling_eyes grin beaming_face_with_smiling_eyes
1f606 laughing lol satisfied grinning_squinting_face
1f605 sweat_smile grinning_face_with_sweat
1f923 rolling_on_the_floor_laughing rofl
1f602 joy tears laughter_tears face_with_tears_of_joy
1f642 smile slightly_smiling_face
1f643 upside_down oops upside_down_face
1fae0 melting_face dissolve liquid melt
1f609 wink winking_face
1f60a blush smiling_face_with_smiling_eyes
1f607 innocent halo smiling_face_with_halo
1f970 smiling_face_with_hearts adore crush smiling_face_with_three_hearts
1f60d heart_eyes in_love smiling_face_with_heart_eyes
1f929 star_struck
1f618 heart_kiss blow_a_kiss kissing_heart face_blowing_a_kiss
1f617 kissing_face kissing
263a smiling_face relaxed
1f61a kiss_with_blush kissing_closed_eyes kissing_face_with_closed_eyes
1f619 kiss_smiling_eyes kissing_smiling_eyes kissing_face_with_smiling_eyes
1f972 smiling_face_with_tear grateful smiling tear touched
1f60b yum face_savoring_food
1f61b stuck_out_tongue mischievous face_with_tongue
1f61c stuck_out_tongue_wink joking crazy stuck_out_tongue_winking_eye winking_face_with_tongue
1f92a zany_face goofy small
1f61d stuck_out_tongue_closed_eyes squinting_face_with_tongue
1f911 money_face kaching money_mouth_face
1f917 hug arms_open hugs smiling_face_with_open_hands
1f92d face_with_hand_over_mouth whoops hand_over_mouth
1fae2 face_with_open_eyes_and_hand_over_mouth amazement awe embarrass
1fae3 face_with_peeking_eye captivated peep stare
1f92b shushing_face shush
1f914 thinking thinking_face
1fae1 saluting_face salute troops yes
1f910 silence quiet hush zip_it lips_are_sealed zipper_mouth_face
1f928 face_with_raised_eyebrow distrust skeptic raised_eyebrow
1f610 neutral neutral_face
1f611 expressionless expressionless_face
1f636 speechless no_mouth blank poker_face face_without_mouth
1fae5 dotted_line_face depressed hide introvert invisible
1f636-200d-1f32b face_in_clouds absentminded face_in_the_fog head_in_clouds
1f60f smirk smug smirking_face
1f612 unamused unamused_face
1f644 rolling_eyes roll_eyes face_with_rolling_eyes
1f62c grimacing nervous anxious grimacing_face
1f62e-200d-1f4a8 face_exhaling exhale gasp groan relief whisper whistle
1f925 lying lying_face
1fae8 shaking_face
1f642-200d-2194 head_shaking_horizontally
1f642-200d-2195 head_shaking_vertically
1f60c relieved relieved_face
1f614 pensive tired pensive_face
1f62a sleepy sleepy_face
1f924 drooling drooling_face
1f634 sleeping sleeping_face
1fae9 face_with_bags_under_eyes
1f637 mask face_with_medical_mask
1f912 sick flu face_with_thermometer ill fever
1f915 hurt head_bandage injured face_with_head_bandage
1f922 nauseated queasy nauseated_face
1f92e face_vomiting puke vomit vomiting_face
1f927 sneezing sneezing_face
1f975 hot_face feverish heat_stroke red_faced sweating
1f976 cold_face blue_faced freezing frostbite icicles
1f974 woozy_face intoxicated tipsy uneven_eyes wavy_mouth
1f635 dizzy dizzy_face face_with_crossed_out_eyes
1f635-200d-1f4ab face_with_spiral_eyes hypnotized trouble whoa
1f92f exploding_head mind_blown shocked
1f920 cowboy cowboy_hat_face
1f973 partying_face
1f978 disguised_face disguise incognito
1f60e sunglasses smiling_face_with_sunglasses
1f913 nerd geek nerd_face
1f9d0 face_with_monocle monocle stuffy monocle_face
1f615 oh_no half_frown concerned confused confused_face
1fae4 face_with_diagonal_mouth meh skeptical unsure
1f61f worried worried_face
1f641 frown slight_frown slightly_frowning_face
2639 sad big_frown frowning_face
1f62e open_mouth surprise face_with_open_mouth
1f62f hushed hushed_face
1f632 astonished astonished_face
1f633 flushed embarrassed blushing flushed_face
1faea distorted_face
1f97a pleading_face begging mercy puppy_eyes
1f979 face_holding_back_tears resist
1f626 frowning frowning_face_with_open_mouth
1f627 anguished pained anguished_face
1f628 fear scared shock fearful fearful_face
1f630 cold_sweat anxious_face_with_sweat
1f625 exhausted disappointed_relieved stressed sad_but_relieved_face
1f622 cry crying_face
1f62d sob loudly_crying_face
1f631 scream face_screaming_in_fear
1f616 confounded agony confounded_face
1f623 persevere helpless persevering_face
1f61e disappointed disappointed_face
1f613 sweat downcast_face_with_sweat
1f629 weary distraught weary_face
1f62b anguish tired_face
1f971 yawning_face bored yawn
1f624 triumph face_with_steam_from_nose
1f621 rage mad grumpy very_angry pout enraged_face
1f620 angry angry_face
1f92c face_with_symbols_on_mouth swearing cursing_face
1f608 smiling_devil smiling_imp smiling_face_with_horns
1f47f devil imp angry_devil angry_face_with_horns
1f480 skull
2620 skull_and_crossbones pirate death hazard toxic poison
1f4a9 poop pile_of_poo hankey shit
1f921 clown clown_face
1f479 ogre japanese_ogre
1f47a goblin japanese_goblin
1f47b ghost boo spooky haunted
1f47d alien ufo
1f47e space_invader alien_monster
1f916 robot
1f63a smiley_cat grinning_cat
1f638 smile_cat grinning_cat_with_smiling_eyes
1f639 joy_cat cat_with_tears_of_joy
1f63b heart_eyes_cat smiling_cat_with_heart_eyes
1f63c smirk_cat smug_cat cat_with_wry_smile
1f63d kissing_cat
1f640 scream_cat weary_cat
1f63f crying_cat crying_cat_face
1f63e angry_cat pouting_cat
1f648 see_no_evil see_no_evil_monkey
1f649 hear_no_evil hear_no_evil_monkey
1f64a speak_no_evil speak_no_evil_monkey
1f48c love_letter
1f498 cupid smitten heart_arrow heart_with_arrow
1f49d gift_heart heart_with_ribbon
1f496 sparkling_heart
1f497 heart_pulse growing_heart heartpulse
1f493 heartbeat beating_heart
1f49e revolving_hearts
1f495 two_hearts
1f49f heart_box heart_decoration
2763 heart_exclamation heavy_heart_exclamation
1f494 broken_heart heartache
2764-200d-1f525 heart_on_fire burn lust sacred_heart
2764-200d-1fa79 mending_heart healthier improving mending recovering recuperating well
2764 heart love love_you red_heart
1fa77 pink_heart
1f9e1 orange_heart
1f49b yellow_heart heart_of_gold
1f49a green_heart envy
1f499 blue_heart
1fa75 light_blue_heart
1f49c purple_heart bravery
1f90e brown_heart
1f5a4 black_heart
1fa76 grey_heart
1f90d white_heart
1f48b lipstick_kiss kiss_mark
1f4af 100 hundred hundred_points
1f4a2 anger bam pow anger_symbol
1faef fight_cloud
1f4a5 boom explosion crash collision
1f4ab seeing_stars
1f4a6 sweat_drops sweat_droplets
1f4a8 dash dashing_away
1f573 hole
1f4ac umm speech_balloon
1f441-fe0f-200d-1f5e8-fe0f eye_in_speech_bubble speech witness eye_speech_bubble
1f5e8 speech_bubble left_speech_bubble
1f5ef anger_bubble right_anger_bubble
1f4ad thought dream thought_balloon
1f4a4 zzz
1f44b wave hello hi waving_hand
1f91a stop raised_back_of_hand
1f590 high_five palm raised_hand_with_fingers_splayed hand_with_fingers_splayed
270b hand raised_hand
1f596 spock live_long_and_prosper vulcan_salute
1faf1 rightwards_hand rightward
1faf2 leftwards_hand leftward
1faf3 palm_down_hand dismiss shoo
1faf4 palm_up_hand beckon come offer
1faf7 leftwards_pushing_hand
1faf8 rightwards_pushing_hand
1f44c ok got_it ok_hand
1f90c pinched_fingers fingers hand_gesture interrogation pinched sarcastic
1f90f pinching_hand small_amount
270c peace_sign victory v victory_hand
1f91e fingers_crossed crossed_fingers
1faf0 hand_with_index_finger_and_thumb_crossed expensive snap
1f91f love_you_gesture ily
1f918 rock_on sign_of_the_horns
1f919 call_me call_me_hand
1f448 point_left backhand_index_pointing_left
1f449 point_right backhand_index_pointing_right
1f446 point_up this point_up_2 backhand_index_pointing_up
1f595 middle_finger fu
1f447 point_down backhand_index_pointing_down
261d wait_one_second point_of_information asking_a_question index_pointing_up
1faf5 index_pointing_at_the_viewer point you
1f44d +1 thumbs_up like thumbsup
1f44e -1 thumbs_down thumbsdown
270a fist power fist_raised raised_fist
1f44a fist_bump punch fist_oncoming facepunch oncoming_fist
1f91b left_fist fist_left left_facing_fist
1f91c right_fist fist_right right_facing_fist
1f44f clap applause clapping_hands
1f64c raised_hands praise raising_hands
1faf6 heart_hands
1f450 open_hands
1f932 palms_up_together prayer
1f91d handshake done_deal
1f64f pray welcome thank_you namaste folded_hands
270d writing writing_hand
1f485 nail_polish nail_care
1f933 selfie
1f4aa muscle flexed_biceps
1f9be mechanical_arm
1f9bf mechanical_leg
1f9b5 leg limb
1f9b6 foot stomp
1f442 ear
1f9bb ear_with_hearing_aid hard_of_hearing
1f443 nose
1f9e0 brain intelligent
1fac0 anatomical_heart anatomical cardiology pulse
1fac1 lungs breath exhalation inhalation respiration
1f9b7 tooth dentist
1f9b4 bone
1f440 eyes looking
1f441 eye
1f445 tongue
1f444 lips mouth
1fae6 biting_lip flirting uncomfortable
1f476 baby
1f9d2 child young
1f466 boy
1f467 girl
1f9d1 person adult
1f471 person_blond_hair blond_haired_person
1f468 man
1f9d4 person_beard bearded_person
1f9d4-200d-2642 man_beard
1f9d4-200d-2640 woman_beard
1f468-200d-1f9b0 man_red_hair red_haired_man
1f468-200d-1f9b1 man_curly_hair curly_haired_man
1f468-200d-1f9b3 man_white_hair white_haired_man
1f468-200d-1f9b2 man_bald bald_man
1f469 woman
1f469-200d-1f9b0 woman_red_hair red_haired_woman
1f9d1-200d-1f9b0 person_red_hair
1f469-200d-1f9b1 woman_curly_hair curly_haired_woman
1f9d1-200d-1f9b1 person_curly_hair
1f469-200d-1f9b3 woman_white_hair white_haired_woman
1f9d1-200d-1f9b3 person_white_hair
1f469-200d-1f9b2 woman_bald bald_woman
1f9d1-200d-1f9b2 person_bald
1f471-200d-2640 woman_blond_hair blond_haired_woman blonde blonde_woman
1f471-200d-2642 man_blond_hair blond_haired_man
1f9d3 older_person old older_adult
1f474 older_man elderly_man old_man
1f475 older_woman elderly_woman old_woman
1f64d person_frowning frowning_person
1f64d-200d-2642 man_frowning frowning_man
1f64d-200d-2640 woman_frowning frowning_woman
1f64e person_pouting pouting_face
1f64e-200d-2642 man_pouting pouting_man
1f64e-200d-2640 woman_pouting pouting_woman
1f645 no_signal nope no_good person_gesturing_no
1f645-200d-2642 man_gesturing_no no_good_man ng_man
1f645-200d-2640 woman_gesturing_no no_good_woman ng_woman
1f646 ok_signal ok_person person_gesturing_ok
1f646-200d-2642 man_gesturing_ok ok_man
1f646-200d-2640 woman_gesturing_ok ok_woman
1f481 information_desk_person person_tipping_hand tipping_hand_person
1f481-200d-2642 man_tipping_hand tipping_hand_man sassy_man
1f481-200d-2640 woman_tipping_hand tipping_hand_woman sassy_woman
1f64b raising_hand pick_me person_raising_hand
1f64b-200d-2642 man_raising_hand raising_hand_man
1f64b-200d-2640 woman_raising_hand raising_hand_woman
1f9cf deaf_person hear
1f9cf-200d-2642 deaf_man
1f9cf-200d-2640 deaf_woman
1f647 bow person_bowing
1f647-200d-2642 man_bowing bowing_man
1f647-200d-2640 woman_bowing bowing_woman
1f926 face_palm facepalm person_facepalming
1f926-200d-2642 man_facepalming
1f926-200d-2640 woman_facepalming
1f937 shrug person_shrugging
1f937-200d-2642 man_shrugging
1f937-200d-2640 woman_shrugging
1f9d1-200d-2695 health_worker
1f468-200d-2695 man_health_worker
1f469-200d-2695 woman_health_worker
1f9d1-200d-1f393 student
1f468-200d-1f393 man_student
1f469-200d-1f393 woman_student
1f9d1-200d-1f3eb teacher
1f468-200d-1f3eb man_teacher
1f469-200d-1f3eb woman_teacher
1f9d1-200d-2696 judge
1f468-200d-2696 man_judge
1f469-200d-2696 woman_judge
1f9d1-200d-1f33e farmer
1f468-200d-1f33e man_farmer
1f469-200d-1f33e woman_farmer
1f9d1-200d-1f373 cook
1f468-200d-1f373 man_cook
1f469-200d-1f373 woman_cook
1f9d1-200d-1f527 mechanic
1f468-200d-1f527 man_mechanic
1f469-200d-1f527 woman_mechanic
1f9d1-200d-1f3ed factory_worker
1f468-200d-1f3ed man_factory_worker
1f469-200d-1f3ed woman_factory_worker
1f9d1-200d-1f4bc office_worker
1f468-200d-1f4bc man_office_worker
1f469-200d-1f4bc woman_office_worker
1f9d1-200d-1f52c scientist
1f468-200d-1f52c man_scientist
1f469-200d-1f52c woman_scientist
1f9d1-200d-1f4bb technologist
1f468-200d-1f4bb man_technologist
1f469-200d-1f4bb woman_technologist
1f9d1-200d-1f3a4 singer
1f468-200d-1f3a4 man_singer
1f469-200d-1f3a4 woman_singer
1f9d1-200d-1f3a8 artist
1f468-200d-1f3a8 man_artist
1f469-200d-1f3a8 woman_artist
1f9d1-200d-2708 pilot
1f468-200d-2708 man_pilot
1f469-200d-2708 woman_pilot
1f9d1-200d-1f680 astronaut
1f468-200d-1f680 man_astronaut
1f469-200d-1f680 woman_astronaut
1f9d1-200d-1f692 firefighter
1f468-200d-1f692 man_firefighter
1f469-200d-1f692 woman_firefighter
1f46e police cop police_officer
1f46e-200d-2642 man_police_officer policeman
1f46e-200d-2640 woman_police_officer policewoman
1f575 detective spy sleuth agent sneaky
1f575-fe0f-200d-2642-fe0f man_detective male_detective
1f575-fe0f-200d-2640-fe0f woman_detective female_detective
1f482 guard
1f482-200d-2642 man_guard guardsman
1f482-200d-2640 woman_guard guardswoman
1f977 ninja fighter hidden stealth
1f477 construction_worker
1f477-200d-2642 man_construction_worker construction_worker_man
1f477-200d-2640 woman_construction_worker construction_worker_woman
1fac5 person_with_crown monarch noble regal royalty
1f934 prince
1f478 princess
1f473 turban person_with_turban person_wearing_turban
1f473-200d-2642 man_wearing_turban man_with_turban
1f473-200d-2640 woman_wearing_turban woman_with_turban
1f472 gua_pi_mao man_with_gua_pi_mao person_with_skullcap
1f9d5 woman_with_headscarf headscarf hijab mantilla tichel
1f935 tuxedo person_in_tuxedo
1f935-200d-2642 man_in_tuxedo
1f935-200d-2640 woman_in_tuxedo
1f470 bride person_with_veil
1f470-200d-2642 man_with_veil
1f470-200d-2640 woman_with_veil bride_with_veil
1f930 pregnant expecting pregnant_woman
1fac3 pregnant_man
1fac4 pregnant_person
1f931 breast_feeding breast
1f469-200d-1f37c woman_feeding_baby
1f468-200d-1f37c man_feeding_baby
1f9d1-200d-1f37c person_feeding_baby
1f47c angel baby_angel
1f385 santa santa_claus
1f936 mother_christmas mrs_claus
1f9d1-200d-1f384 mx_claus claus_christmas
1f9b8 superhero
1f9b8-200d-2642 man_superhero superhero_man
1f9b8-200d-2640 woman_superhero superhero_woman
1f9b9 supervillain
1f9b9-200d-2642 man_supervillain supervillain_man
1f9b9-200d-2640 woman_supervillain supervillain_woman
1f9d9 mage
1f9d9-200d-2642 man_mage mage_man
1f9d9-200d-2640 woman_mage mage_woman
1f9da fairy
1f9da-200d-2642 man_fairy fairy_man
1f9da-200d-2640 woman_fairy fairy_woman
1f9db vampire
1f9db-200d-2642 man_vampire vampire_man
1f9db-200d-2640 woman_vampire vampire_woman
1f9dc merperson
1f9dc-200d-2642 merman triton
1f9dc-200d-2640 mermaid
1f9dd elf
1f9dd-200d-2642 man_elf elf_man
1f9dd-200d-2640 woman_elf elf_woman
1f9de genie
1f9de-200d-2642 man_genie genie_man
1f9de-200d-2640 woman_genie genie_woman
1f9df zombie
1f9df-200d-2642 man_zombie zombie_man
1f9df-200d-2640 woman_zombie zombie_woman
1f9cc troll fairy_tale fantasy monster
1fac8 hairy_creature
1f486 massage person_getting_massage
1f486-200d-2642 man_getting_massage massage_man
1f486-200d-2640 woman_getting_massage massage_woman
1f487 haircut person_getting_haircut
1f487-200d-2642 man_getting_haircut haircut_man
1f487-200d-2640 woman_getting_haircut haircut_woman
1f6b6 walking pedestrian person_walking
1f6b6-200d-2642 man_walking walking_man
1f6b6-200d-2640 woman_walking walking_woman
1f6b6-200d-27a1 person_walking_facing_right
1f6b6-200d-2640-200d-27a1 woman_walking_facing_right
1f6b6-200d-2642-200d-27a1 man_walking_facing_right
1f9cd person_standing stand standing_person
1f9cd-200d-2642 man_standing standing_man
1f9cd-200d-2640 woman_standing standing_woman
1f9ce person_kneeling kneel kneeling_person
1f9ce-200d-2642 man_kneeling kneeling_man
1f9ce-200d-2640 woman_kneeling kneeling_woman
1f9ce-200d-27a1 person_kneeling_facing_right
1f9ce-200d-2640-200d-27a1 woman_kneeling_facing_right
1f9ce-200d-2642-200d-27a1 man_kneeling_facing_right
1f9d1-200d-1f9af person_with_white_cane person_with_probing_cane
1f9d1-200d-1f9af-200d-27a1 person_with_white_cane_facing_right
1f468-200d-1f9af man_with_white_cane man_with_probing_cane
1f468-200d-1f9af-200d-27a1 man_with_white_cane_facing_right
1f469-200d-1f9af woman_with_white_cane woman_with_probing_cane
1f469-200d-1f9af-200d-27a1 woman_with_white_cane_facing_right
1f9d1-200d-1f9bc person_in_motorized_wheelchair
1f9d1-200d-1f9bc-200d-27a1 person_in_motorized_wheelchair_facing_right
1f468-200d-1f9bc man_in_motorized_wheelchair
1f468-200d-1f9bc-200d-27a1 man_in_motorized_wheelchair_facing_right
1f469-200d-1f9bc woman_in_motorized_wheelchair
1f469-200d-1f9bc-200d-27a1 woman_in_motorized_wheelchair_facing_right
1f9d1-200d-1f9bd person_in_manual_wheelchair
1f9d1-200d-1f9bd-200d-27a1 person_in_manual_wheelchair_facing_right
1f468-200d-1f9bd man_in_manual_wheelchair
1f468-200d-1f9bd-200d-27a1 man_in_manual_wheelchair_facing_right
1f469-200d-1f9bd woman_in_manual_wheelchair
1f469-200d-1f9bd-200d-27a1 woman_in_manual_wheelchair_facing_right
1f3c3 running runner person_running
1f3c3-200d-2642 man_running running_man
1f3c3-200d-2640 woman_running running_woman
1f3c3-200d-27a1 person_running_facing_right
1f3c3-200d-2640-200d-27a1 woman_running_facing_right
1f3c3-200d-2642-200d-27a1 man_running_facing_right
1f9d1-200d-1fa70 ballet_dancer
1f483 dancer woman_dancing
1f57a dancing disco man_dancing
1f574 levitating hover business_suit_levitating person_in_suit_levitating
1f46f dancers people_with_bunny_ears
1f46f-200d-2642 men_with_bunny_ears dancing_men
1f46f-200d-2640 women_with_bunny_ears dancing_women
1f9d6 person_in_steamy_room sauna_person
1f9d6-200d-2642 man_in_steamy_room sauna_man
1f9d6-200d-2640 woman_in_steamy_room sauna_woman
1f9d7 person_climbing climbing
1f9d7-200d-2642 man_climbing climbing_man
1f9d7-200d-2640 woman_climbing climbing_woman
1f93a fencing person_fencing
1f3c7 horse_racing horse_riding
26f7 skier
1f3c2 snowboarder
1f3cc golf golfing person_golfing
1f3cc-fe0f-200d-2642-fe0f man_golfing golfing_man
1f3cc-fe0f-200d-2640-fe0f woman_golfing golfing_woman
1f3c4 surf surfer person_surfing
1f3c4-200d-2642 man_surfing surfing_man
1f3c4-200d-2640 woman_surfing surfing_woman
1f6a3 rowboat crew sculling rowing person_rowing_boat
1f6a3-200d-2642 man_rowing_boat rowing_man
1f6a3-200d-2640 woman_rowing_boat rowing_woman
1f3ca swim swimmer person_swimming
1f3ca-200d-2642 man_swimming swimming_man
1f3ca-200d-2640 woman_swimming swimming_woman
26f9 ball sports bouncing_ball_person person_bouncing_ball
26f9-fe0f-200d-2642-fe0f man_bouncing_ball bouncing_ball_man basketball_man
26f9-fe0f-200d-2640-fe0f woman_bouncing_ball bouncing_ball_woman basketball_woman
1f3cb lift work_out weight_lift gym weight_lifting person_lifting_weights
1f3cb-fe0f-200d-2642-fe0f man_lifting_weights weight_lifting_man
1f3cb-fe0f-200d-2640-fe0f woman_lifting_weights weight_lifting_woman
1f6b4 cyclist bicyclist person_biking
1f6b4-200d-2642 man_biking biking_man
1f6b4-200d-2640 woman_biking biking_woman
1f6b5 mountain_biker mountain_bicyclist person_mountain_biking
1f6b5-200d-2642 man_mountain_biking mountain_biking_man
1f6b5-200d-2640 woman_mountain_biking mountain_biking_woman
1f938 cartwheel acrobatics gymnastics tumbling cartwheeling person_cartwheeling
1f938-200d-2642 man_cartwheeling
1f938-200d-2640 woman_cartwheeling
1f93c wrestling people_wrestling
1f93c-200d-2642 men_wrestling
1f93c-200d-2640 women_wrestling
1f93d water_polo person_playing_water_polo
1f93d-200d-2642 man_playing_water_polo
1f93d-200d-2640 woman_playing_water_polo
1f93e handball handball_person person_playing_handball
1f93e-200d-2642 man_playing_handball
1f93e-200d-2640 woman_playing_handball
1f939 juggling juggling_person person_juggling
1f939-200d-2642 man_juggling
1f939-200d-2640 woman_juggling
1f9d8 person_in_lotus_position lotus_position
1f9d8-200d-2642 man_in_lotus_position lotus_position_man
1f9d8-200d-2640 woman_in_lotus_position lotus_position_woman
1f6c0 bath person_taking_bath
1f6cc in_bed accommodations guestrooms sleeping_bed person_in_bed
1f9d1-200d-1f91d-200d-1f9d1 people_holding_hands hold holding_hands
1f46d two_women_holding_hands women_couple women_holding_hands
1f46b man_and_woman_holding_hands man_and_woman_couple couple woman_and_man_holding_hands
1f46c two_men_holding_hands men_couple men_holding_hands
1f48f kiss couplekiss
1f469-200d-2764-200d-1f48b-200d-1f468 kiss_woman_man couplekiss_man_woman
1f468-200d-2764-200d-1f48b-200d-1f468 kiss_man_man couplekiss_man_man
1f469-200d-2764-200d-1f48b-200d-1f469 kiss_woman_woman couplekiss_woman_woman
1f491 couple_with_heart
1f469-200d-2764-200d-1f468 couple_with_heart_woman_man
1f468-200d-2764-200d-1f468 couple_with_heart_man_man
1f469-200d-2764-200d-1f469 couple_with_heart_woman_woman
1f468-200d-1f469-200d-1f466 family_man_woman_boy
1f468-200d-1f469-200d-1f467 family_man_woman_girl
1f468-200d-1f469-200d-1f467-200d-1f466 family_man_woman_girl_boy
1f468-200d-1f469-200d-1f466-200d-1f466 family_man_woman_boy_boy
1f468-200d-1f469-200d-1f467-200d-1f467 family_man_woman_girl_girl
1f468-200d-1f468-200d-1f466 family_man_man_boy
1f468-200d-1f468-200d-1f467 family_man_man_girl
1f468-200d-1f468-200d-1f467-200d-1f466 family_man_man_girl_boy
1f468-200d-1f468-200d-1f466-200d-1f466 family_man_man_boy_boy
1f468-200d-1f468-200d-1f467-200d-1f467 family_man_man_girl_girl
1f469-200d-1f469-200d-1f466 family_woman_woman_boy
1f469-200d-1f469-200d-1f467 family_woman_woman_girl
1f469-200d-1f469-200d-1f467-200d-1f466 family_woman_woman_girl_boy
1f469-200d-1f469-200d-1f466-200d-1f466 family_woman_woman_boy_boy
1f469-200d-1f469-200d-1f467-200d-1f467 family_woman_woman_girl_girl
1f468-200d-1f466 family_man_boy
1f468-200d-1f466-200d-1f466 family_man_boy_boy
1f468-200d-1f467 family_man_girl
1f468-200d-1f467-200d-1f466 family_man_girl_boy
1f468-200d-1f467-200d-1f467 family_man_girl_girl
1f469-200d-1f466 family_woman_boy
1f469-200d-1f466-200d-1f466 family_woman_boy_boy
1f469-200d-1f467 family_woman_girl
1f469-200d-1f467-200d-1f466 family_woman_girl_boy
1f469-200d-1f467-200d-1f467 family_woman_girl_girl
1f5e3 speaking_head
1f464 silhouette shadow bust_in_silhouette
1f465 silhouettes shadows busts_in_silhouette
1fac2 people_hugging goodbye thanks
1f46a family
1f9d1-200d-1f9d1-200d-1f9d2 family_adult_adult_child
1f9d1-200d-1f9d1-200d-1f9d2-200d-1f9d2 family_adult_adult_child_child
1f9d1-200d-1f9d2 family_adult_child
1f9d1-200d-1f9d2-200d-1f9d2 family_adult_child_child
1f463 footprints feet
1fac6 fingerprint
1f435 monkey_face
1f412 monkey
1f98d gorilla
1f9a7 orangutan ape
1f436 puppy dog_face
1f415 dog woof dog2
1f9ae guide_dog guide
1f415-200d-1f9ba service_dog assistance service
1f429 poodle
1f43a wolf
1f98a fox fox_face
1f99d raccoon curious sly
1f431 kitten cat_face
1f408 cat meow cat2
1f408-200d-2b1b black_cat black unlucky
1f981 lion
1f42f tiger_cub tiger_face
1f405 tiger tiger2
1f406 leopard
1f434 pony horse_face
1face moose
1facf donkey
1f40e horse racehorse
1f984 unicorn
1f993 zebra stripe
1f98c deer
1f9ac bison buffalo herd wisent
1f42e calf cow_face
1f402 ox bull
1f403 water_buffalo
1f404 cow cow2
1f437 piglet pig_face
1f416 pig oink pig2
1f417 boar
1f43d pig_nose
1f40f ram
1f411 sheep baa ewe
1f410 goat
1f42a arabian_camel dromedary_camel
1f42b camel two_hump_camel
1f999 llama alpaca guanaco vicuña wool vicuna
1f992 giraffe spots
1f418 elephant
1f9a3 mammoth tusk woolly
1f98f rhinoceros
1f99b hippopotamus hippo
1f42d dormouse mouse_face
1f401 mouse mouse2
1f400 rat
1f439 hamster
1f430 bunny rabbit_face
1f407 rabbit rabbit2
1f43f chipmunk
1f9ab beaver dam
1f994 hedgehog spiny
1f987 bat
1f43b bear
1f43b-200d-2744 polar_bear arctic
1f428 koala
1f43c panda panda_face
1f9a5 sloth lazy slow
1f9a6 otter playful
1f9a8 skunk stink
1f998 kangaroo joey jump marsupial
1f9a1 badger honey_badger pester
1f43e paw_prints paws
1f983 turkey
1f414 chicken cluck
1f413 rooster alarm cock-a-doodle-doo
1f423 hatching hatching_chick
1f424 chick baby_chick
1f425 new_baby hatched_chick front_facing_baby_chick
1f426 bird
1f427 penguin
1f54a dove dove_of_peace
1f985 eagle
1f986 duck
1f9a2 swan cygnet ugly_duckling
1f989 owl
1f9a4 dodo mauritius
1fab6 feather flight light plumage
1f9a9 flamingo flamboyant
1f99a peacock ostentatious peahen
1f99c parrot talk
1fabd wing
1f426-200d-2b1b black_bird
1fabf goose
1f426-200d-1f525 phoenix
1f438 frog
1f40a crocodile
1f422 turtle tortoise
1f98e lizard gecko
1f40d snake hiss
1f432 dragon_face
1f409 dragon
1f995 sauropod brachiosaurus brontosaurus diplodocus
1f996 t_rex tyrannosaurus_rex t-rex
1f433 whale spouting_whale
1f40b humpback_whale whale2
1f42c dolphin flipper
1facd orca
1f9ad seal sea_lion
1f41f fish
1f420 tropical_fish
1f421 blowfish
1f988 shark
1f419 octopus
1f41a shell seashell conch spiral_shell
1fab8 coral reef
1fabc jellyfish
1f980 crab
1f99e lobster bisque claws seafood
1f990 shrimp
1f991 squid
1f9aa oyster
1f40c snail
1f98b butterfly
1f41b bug caterpillar
1f41c ant
1f41d bee buzz honeybee
1fab2 beetle
1f41e lady_beetle ladybird ladybug
1f997 cricket grasshopper
1fab3 cockroach roach
1f577 spider
1f578 web spider_web
1f982 scorpion
1f99f mosquito malaria
1fab0 fly maggot rotting
1fab1 worm annelid earthworm parasite
1f9a0 microbe amoeba
1f490 bouquet
1f338 cherry_blossom
1f4ae white_flower
1fab7 lotus purity
1f3f5 rosette
1f339 rose
1f940 wilted_flower crushed
1f33a hibiscus
1f33b sunflower
1f33c blossom
1f337 tulip flower
1fabb hyacinth
1f331 seedling sprout
1fab4 potted_plant boring grow nurturing useless
1f332 evergreen_tree
1f333 tree deciduous_tree
1f334 palm_tree
1f335 cactus
1f33e harvest ear_of_rice sheaf_of_rice
1f33f herb plant
2618 shamrock clover
1f340 lucky four_leaf_clover
1f341 maple_leaf
1f342 fallen_leaf
1f343 leaves wind fall leaf_fluttering_in_wind
1fab9 empty_nest
1faba nest_with_eggs
1f344 mushroom
1fabe leafless_tree
1f347 grapes
1f348 melon
1f349 watermelon
1f34a orange tangerine mandarin
1f34b lemon
1f34b-200d-1f7e9 lime
1f34c banana
1f34d pineapple
1f96d mango fruit
1f34e apple red_apple
1f34f green_apple
1f350 pear
1f351 peach
1f352 cherries
1f353 strawberry
1fad0 blueberries berry bilberry blueberry
1f95d kiwi kiwi_fruit
1f345 tomato
1fad2 olive
1f965 coconut piña_colada pina_colada
1f951 avocado
1f346 eggplant
1f954 potato
1f955 carrot
1f33d corn maize ear_of_corn
1f336 hot_pepper chili_pepper
1fad1 bell_pepper capsicum pepper vegetable
1f952 cucumber
1f96c leafy_green bok_choy cabbage kale lettuce
1f966 broccoli wild_cabbage
1f9c4 garlic
1f9c5 onion
1f95c peanuts
1fad8 beans kidney legume
1f330 chestnut
1fada ginger_root
1fadb pea_pod
1f344-200d-1f7eb brown_mushroom
1fadc root_vegetable
1f35e bread
1f950 croissant
1f956 baguette baguette_bread
1fad3 flatbread arepa lavash naan pita
1f968 pretzel twisted
1f96f bagel schmear
1f95e pancakes breakfast
1f9c7 waffle indecisive iron
1f9c0 cheese cheese_wedge
1f356 meat meat_on_bone
1f357 drumstick poultry poultry_leg
1f969 cut_of_meat lambchop porkchop steak
1f953 bacon
1f354 hamburger
1f35f fries french_fries
1f355 pizza
1f32d hotdog hot_dog
1f96a sandwich
1f32e taco
1f32f burrito
1fad4 tamale mexican wrapped
1f959 doner_kebab shawarma souvlaki stuffed_flatbread
1f9c6 falafel chickpea meatball
1f95a egg
1f373 cooking fried_egg
1f958 paella shallow_pan_of_food
1f372 food soup stew pot_of_food
1fad5 fondue melted swiss
1f963 bowl_with_spoon cereal congee
1f957 salad green_salad
1f37f popcorn
1f9c8 butter dairy
1f9c2 salt shaker
1f96b canned_food can
1f371 bento bento_box
1f358 senbei rice_cracker
1f359 onigiri rice_ball
1f35a rice cooked_rice
1f35b curry curry_rice
1f35c ramen noodles steaming_bowl
1f35d spaghetti
1f360 yam sweet_potato roasted_sweet_potato
1f362 oden
1f363 sushi
1f364 tempura fried_shrimp
1f365 naruto fish_cake fish_cake_with_swirl
1f96e moon_cake autumn festival yuèbǐng yuebing
1f361 dango
1f95f dumpling empanada gyōza jiaozi pierogi potsticker gyoza
1f960 fortune_cookie prophecy
1f961 takeout_box oyster_pail
1f366 soft_serve soft_ice_cream icecream
1f367 shaved_ice
1f368 ice_cream gelato
1f369 donut doughnut
1f36a cookie
1f382 birthday birthday_cake
1f370 cake shortcake
1f9c1 cupcake
1f967 pie filling pastry
1f36b chocolate chocolate_bar
1f36c candy
1f36d lollipop
1f36e custard flan
1f36f honey honey_pot
1f37c baby_bottle
1f95b milk glass_of_milk milk_glass
2615 coffee hot_beverage
1fad6 teapot
1f375 tea teacup_without_handle
1f376 sake
1f37e champagne bottle_with_popping_cork
1f377 wine wine_glass
1f378 cocktail cocktail_glass
1f379 tropical_drink
1f37a beer beer_mug
1f37b beers clinking_beer_mugs
1f942 clink toast clinking_glasses
1f943 small_glass tumbler_glass
1fad7 pouring_liquid spill
1f964 cup_with_straw soda
1f9cb bubble_tea
1f9c3 beverage_box beverage box straw
1f9c9 mate
1f9ca ice ice_cube iceberg
1f962 chopsticks hashi
1f37d hungry meal table_setting fork_and_knife_with_plate lets_eat plate_with_cutlery
1f374 fork_and_knife eating_utensils
1f944 spoon
1f52a knife hocho betrayed kitchen_knife
1fad9 jar container sauce store
1f3fa vase amphora
1f30d earth_africa globe_showing_europe_africa
1f30e earth_americas globe_showing_americas
1f30f earth_asia globe_showing_asia_australia
1f310 www globe globe_with_meridians
1f5fa map world_map road_trip
1f5fe japan map_of_japan
1f9ed compass navigation orienteering
1f3d4 snowy_mountain mountain_snow snow_capped_mountain
26f0 mountain
1f6d8 landslide
1f30b volcano
1f5fb mount_fuji
1f3d5 campsite
1f3d6 beach beach_with_umbrella
1f3dc desert
1f3dd island desert_island
1f3de national_park
1f3df stadium
1f3db classical_building
1f3d7 construction building_construction
1f9f1 brick bricks clay mortar wall
1faa8 rock boulder heavy solid stone
1fab5 wood log timber
1f6d6 hut roundhouse yurt
1f3d8 houses
1f3da derelict_house condemned
1f3e0 house
1f3e1 suburb house_with_garden
1f3e2 office office_building
1f3e3 japan_post japanese_post_office
1f3e4 post_office european_post_office
1f3e5 hospital
1f3e6 bank
1f3e8 hotel
1f3e9 love_hotel
1f3ea convenience_store
1f3eb school
1f3ec department_store
1f3ed factory
1f3ef shiro japanese_castle
1f3f0 castle european_castle
1f492 wedding
1f5fc tower tokyo_tower
1f5fd statue new_york statue_of_liberty
26ea church
1f54c mosque
1f6d5 hindu_temple hindu temple
1f54d synagogue
26e9 shinto_shrine
1f54b kaaba
26f2 fountain
26fa tent camping
1f301 foggy
1f303 night night_with_stars
1f3d9 city skyline cityscape
1f304 mountain_sunrise sunrise_over_mountains
1f305 sunrise ocean_sunrise
1f306 sunset city_sunset cityscape_at_dusk
1f307 city_sunrise
1f309 bridge bridge_at_night
2668 hot_springs hotsprings
1f3a0 carousel merry_go_round carousel_horse
1f6dd playground_slide amusement_park
1f3a1 ferris_wheel
1f3a2 roller_coaster
1f488 barber striped_pole barber_pole
1f3aa circus circus_tent
1f682 train steam_locomotive locomotive
1f683 railway_car train_car
1f684 high_speed_train bullettrain_side
1f685 bullet_train bullettrain_front
1f686 oncoming_train train2
1f687 subway
1f688 light_rail
1f689 station
1f68a oncoming_tram oncoming_streetcar oncoming_trolley
1f69d monorail elevated_train
1f69e mountain_railway
1f68b tram streetcar tram_car
1f68c bus school_bus
1f68d oncoming_bus
1f68e trolley trolleybus
1f690 minibus
1f691 ambulance
1f692 fire_truck fire_engine
1f693 police_car
1f694 oncoming_police_car
1f695 taxi rideshare
1f696 oncoming_taxi
1f697 car red_car automobile
1f698 oncoming_car oncoming_automobile
1f699 recreational_vehicle jeep blue_car sport_utility_vehicle
1f6fb pickup_truck pick_up pickup
1f69a moving_truck delivery_truck
1f69b truck tractor-trailer big_rig semi_truck transport_truck articulated_lorry
1f69c tractor
1f3ce racecar racing_car
1f3cd motorcycle
1f6f5 scooter motor_bike motor_scooter
1f9bd manual_wheelchair
1f9bc motorized_wheelchair
1f6fa auto_rickshaw tuk_tuk
1f6b2 bike bicycle
1f6f4 kick_scooter
1f6f9 skateboard board
1f6fc roller_skate roller skate
1f68f bus_stop busstop
1f6e3 road motorway
1f6e4 railway_track train_tracks
1f6e2 oil_drum commodities
26fd fuel_pump gas_pump petrol_pump fuelpump
1f6de wheel tire turn
1f6a8 siren rotating_light alert police_car_light
1f6a5 horizontal_traffic_light
1f6a6 traffic_light vertical_traffic_light
1f6d1 stop_sign octagonal_sign
1f6a7 work_in_progress construction_zone
2693 anchor
1f6df ring_buoy float life_preserver life_saver rescue
26f5 boat sailboat
1f6f6 canoe
1f6a4 speedboat
1f6f3 passenger_ship yacht cruise
26f4 ferry
1f6e5 motor_boat
1f6a2 ship
2708 airplane
1f6e9 small_airplane
1f6eb take_off departure airplane_departure flight_departure
1f6ec landing arrival airplane_arrival flight_arrival
1fa82 parachute hang_glide parasail skydive
1f4ba seat
1f681 helicopter
1f69f suspension_railway
1f6a0 gondola mountain_cableway
1f6a1 aerial_tramway ski_lift
1f6f0 satellite artificial_satellite
1f680 rocket
1f6f8 flying_saucer
1f6ce bellhop_bell reception services ding
1f9f3 luggage packing travel
231b times_up hourglass_done
23f3 time_ticking hourglass hourglass_flowing_sand hourglass_not_done
231a watch
23f0 alarm_clock
23f1 stopwatch
23f2 timer timer_clock
1f570 mantelpiece_clock
1f55b clock12 twelve_o_clock
1f567 clock1230 twelve_thirty
1f550 clock1 one_o_clock
1f55c clock130 one_thirty
1f551 clock2 two_o_clock
1f55d clock230 two_thirty
1f552 clock3 three_o_clock
1f55e clock330 three_thirty
1f553 clock4 four_o_clock
1f55f clock430 four_thirty
1f554 clock5 five_o_clock
1f560 clock530 five_thirty
1f555 clock6 six_o_clock
1f561 clock630 six_thirty
1f556 clock7 seven_o_clock
1f562 clock730 seven_thirty
1f557 time clock clock8 eight_o_clock
1f563 clock830 eight_thirty
1f558 clock9 nine_o_clock
1f564 clock930 nine_thirty
1f559 clock10 ten_o_clock
1f565 clock1030 ten_thirty
1f55a clock11 eleven_o_clock
1f566 clock1130 eleven_thirty
1f311 new_moon
1f312 waxing_crescent_moon waxing
1f313 first_quarter_moon
1f314 waxing_moon waxing_gibbous_moon
1f315 full_moon
1f316 waning_gibbous_moon gibbous
1f317 last_quarter_moon
1f318 waning_crescent_moon
1f319 moon crescent_moon
1f31a new_moon_face new_moon_with_face
1f31b goodnight first_quarter_moon_with_face first_quarter_moon_face
1f31c last_quarter_moon_face last_quarter_moon_with_face
1f321 temperature thermometer warm
2600 sunny sun
1f31d moon_face full_moon_with_face full_moon_face
1f31e sun_face sun_with_face
1fa90 ringed_planet saturn saturnine
2b50 star
1f31f glowing_star star2
1f320 shooting_star wish stars
1f30c milky_way night_sky
2601 cloud overcast
26c5 partly_sunny partly_cloudy sun_behind_cloud
26c8 thunderstorm thunder_and_rain cloud_with_lightning_and_rain
1f324 mostly_sunny sun_behind_small_cloud
1f325 cloudy sun_behind_large_cloud
1f326 sunshowers sun_and_rain partly_sunny_with_rain sun_behind_rain_cloud
1f327 rainy soaked drenched cloud_with_rain
1f328 snowy snowstorm cloud_with_snow
1f329 lightning lightning_storm cloud_with_lightning
1f32a tornado
1f32b fog hazy
1f32c windy mother_nature wind_face
1f300 cyclone hurricane typhoon
1f308 rainbow pride lgbtq
1f302 closed_umbrella
2602 umbrella open_umbrella
2614 umbrella_with_rain umbrella_with_rain_drops
26f1 beach_umbrella parasol_on_ground umbrella_on_ground
26a1 high_voltage zap
2744 snowflake
2603 snowman snowman_with_snow
26c4 frosty snowman_without_snow
2604 comet meteor
1f525 fire lit hot flame
1f4a7 drop water_drop droplet
1f30a ocean water_wave
1f383 jack-o-lantern pumpkin jack_o_lantern
1f384 holiday_tree christmas_tree
1f386 fireworks
1f387 sparkler
1f9e8 firecracker dynamite explosive
2728 sparkles glamour
1f388 balloon celebration
1f389 tada party_popper
1f38a confetti party_ball confetti_ball
1f38b wish_tree tanabata_tree
1f38d bamboo pine_decoration
1f38e dolls japanese_dolls
1f38f carp_streamer flags
1f390 wind_chime
1f391 moon_ceremony rice_scene moon_viewing_ceremony
1f9e7 red_envelope good_luck hóngbāo lai_see hongbao
1f380 ribbon decoration
1f381 gift present wrapped_gift
1f397 reminder_ribbon
1f39f ticket tickets admission_tickets
1f3ab pass
1f396 military_medal medal_military
1f3c6 trophy winner
1f3c5 medal medal_sports sports_medal
1f947 first_place gold number_one 1st_place_medal
1f948 second_place silver 2nd_place_medal
1f949 third_place bronze 3rd_place_medal
26bd football soccer soccer_ball
26be baseball
1f94e softball glove underarm
1f3c0 basketball
1f3d0 volleyball
1f3c8 american_football
1f3c9 rugby rugby_football
1f3be tennis
1f94f flying_disc ultimate
1f3b3 strike bowling
1f3cf cricket_game
1f3d1 field_hockey
1f3d2 ice_hockey
1f94d lacrosse
1f3d3 ping_pong table_tennis
1f3f8 badminton
1f94a boxing_glove
1f94b black_belt keikogi dogi martial_arts martial_arts_uniform
1f945 gooooooooal goal goal_net
26f3 hole_in_one flag_in_hole
26f8 ice_skate
1f3a3 fishing fishing_pole_and_fish fishing_pole
1f93f diving_mask scuba snorkeling
1f3bd running_shirt running_shirt_with_sash
1f3bf ski skis
1f6f7 sled sledge sleigh
1f94c curling_stone
1f3af direct_hit darts bulls_eye dart bullseye
1fa80 yo_yo fluctuate
1fa81 kite soar
1f52b gun water_pistol
1f3b1 billiards pool 8_ball 8ball pool_8_ball
1f52e crystal_ball oracle future fortune_telling
1fa84 magic_wand magic
1f3ae video_game
1f579 joystick arcade
1f3b0 slot_machine
1f3b2 dice die game_die
1f9e9 puzzle_piece interlocking jigsaw piece puzzle
1f9f8 teddy_bear plaything plush stuffed
1fa85 piñata pinata
1faa9 mirror_ball glitter
1fa86 nesting_dolls doll russia
2660 spades spade_suit
2665 hearts heart_suit
2666 diamonds diamond_suit
2663 clubs club_suit
265f chess_pawn chess dupe expendable
1f0cf joker black_joker
1f004 mahjong mahjong_red_dragon
1f3b4 playing_cards flower_playing_cards
1f3ad performing_arts drama theater
1f5bc picture framed_picture
1f3a8 art palette painting artist_palette
1f9f5 thread spool string
1faa1 sewing_needle embroidery stitches sutures tailoring
1f9f6 yarn crochet knit
1faa2 knot rope tangled twine twist
1f453 glasses spectacles eyeglasses
1f576 dark_sunglasses
1f97d goggles eye_protection swimming welding
1f97c lab_coat
1f9ba safety_vest emergency vest
1f454 tie necktie
1f455 shirt tshirt t_shirt
1f456 jeans denim
1f9e3 scarf neck
1f9e4 gloves
1f9e5 coat jacket
1f9e6 socks stocking
1f457 dress
1f458 kimono
1f97b sari
1fa71 one_piece_swimsuit
1fa72 briefs one_piece swimsuit swim_brief
1fa73 shorts pants
1f459 bikini
1f45a clothing womans_clothes woman_s_clothes
1faad folding_hand_fan
1f45b purse
1f45c handbag
1f45d pouch clutch_bag
1f6cd shopping_bags shopping
1f392 backpack satchel school_satchel
1fa74 thong_sandal beach_sandals sandals thong_sandals thongs zōri zori
1f45e shoe mans_shoe man_s_shoe
1f45f athletic_shoe sneaker running_shoe
1f97e hiking_boot backpacking hiking
1f97f flat_shoe ballet_flat slip_on slipper
1f460 high_heels high_heel high_heeled_shoe
1f461 sandal flip_flops woman_s_sandal
1fa70 ballet_shoes ballet
1f462 boot woman_s_boot
1faae hair_pick
1f451 crown queen king
1f452 hat womans_hat woman_s_hat
1f3a9 top_hat tophat
1f393 graduate mortar_board graduation_cap
1f9e2 billed_cap baseball_cap
1fa96 military_helmet army military soldier warrior
26d1 helmet hard_hat rescue_worker safety_first invincible rescue_worker_helmet rescue_worker_s_helmet
1f4ff prayer_beads
1f484 lipstick
1f48d ring
1f48e gem crystal gem_stone
1f507 mute no_sound muted_speaker
1f508 speaker speaker_low_volume
1f509 softer speaker_medium_volume
1f50a louder sound loud_sound speaker_high_volume
1f4e2 loudspeaker bullhorn
1f4e3 megaphone shout mega
1f4ef horn postal_horn
1f514 notifications bell
1f515 mute_notifications no_bell bell_with_slash
1f3bc musical_score
1f3b5 music musical_note
1f3b6 musical_notes notes
1f399 studio_microphone
1f39a volume level_slider
1f39b control_knobs
1f3a4 microphone mike mic
1f3a7 headphones headphone
1f4fb radio
1f3b7 saxophone
1f3ba trumpet
1fa8a trombone
1fa97 accordion concertina squeeze_box
1f3b8 guitar
1f3b9 piano musical_keyboard
1f3bb violin
1fa95 banjo stringed
1f941 drum
1fa98 long_drum beat conga rhythm
1fa87 maracas
1fa88 flute
1fa89 harp
1f4f1 mobile_phone smartphone iphone android
1f4f2 calling mobile_phone_with_arrow
260e phone telephone
1f4de landline home_phone telephone_receiver
1f4df pager
1f4e0 fax fax_machine
1f50b battery full_battery
1faab low_battery electronic low_energy
1f50c electric_plug
1f4bb computer laptop
1f5a5 desktop_computer
1f5a8 printer
2328 keyboard
1f5b1 computer_mouse
1f5b2 trackball
1f4bd gold_record minidisc computer_disk
1f4be floppy_disk
1f4bf cd optical_disk
1f4c0 dvd
1f9ee abacus calculation
1f3a5 movie_camera
1f39e film film_strip film_frames
1f4fd projector movie film_projector
1f3ac action clapper clapper_board
1f4fa tv television
1f4f7 camera
1f4f8 taking_a_picture say_cheese camera_flash camera_with_flash
1f4f9 video_camera video_recorder
1f4fc vhs videocassette
1f50d search find magnifying_glass mag magnifying_glass_tilted_left
1f50e magnifying_glass_tilted_right magnifying mag_right
1f56f candle
1f4a1 light_bulb bulb idea
1f526 flashlight
1f3ee lantern izakaya_lantern red_paper_lantern
1fa94 diya_lamp diya lamp oil
1f4d4 decorative_notebook notebook_with_decorative_cover
1f4d5 red_book closed_book
1f4d6 book open_book
1f4d7 green_book
1f4d8 blue_book
1f4d9 orange_book
1f4da books
1f4d3 notebook composition_book
1f4d2 ledger spiral_notebook
1f4c3 page_with_curl curl
1f4dc scroll
1f4c4 document paper file page page_facing_up
1f4f0 headlines
1f5de newspaper swat newspaper_roll rolled_up_newspaper
1f4d1 place_holder bookmark_tabs
1f516 bookmark
1f3f7 label tag price_tag
1fa99 coin metal
1f4b0 money moneybag money_bag
1fa8e treasure_chest
1f4b4 yen_banknotes yen yen_banknote
1f4b5 dollar_bills dollar dollar_banknote
1f4b6 euro_banknotes euro euro_banknote
1f4b7 pound_notes pound pound_banknote
1f4b8 losing_money easy_come_easy_go money_with_wings
1f4b3 credit_card debit_card
1f9fe receipt accounting bookkeeping evidence proof
1f4b9 stock_market chart_increasing_with_yen
2709 email envelope mail
1f4e7 e-mail e_mail
1f4e8 mail_received incoming_envelope
1f4e9 mail_sent sealed envelope_with_arrow
1f4e4 outbox outbox_tray
1f4e5 inbox inbox_tray
1f4e6 package
1f4eb mailbox closed_mailbox_with_raised_flag
1f4ea closed_mailbox mailbox_closed closed_mailbox_with_lowered_flag
1f4ec unread_mail mailbox_with_mail open_mailbox_with_raised_flag
1f4ed inbox_zero empty_mailbox no_mail mailbox_with_no_mail open_mailbox_with_lowered_flag
1f4ee mail_dropoff postbox
1f5f3 ballot_box ballot_box_with_ballot
270f pencil pencil2
2712 black_nib nib
1f58b fountain_pen
1f58a pen ballpoint_pen
1f58c paintbrush
1f58d crayon
1f4dd memo note
1f4bc briefcase
1f4c1 organize file_folder
1f4c2 folder open_file_folder
1f5c2 sort card_index_dividers
1f4c5 calendar
1f4c6 date tear_off_calendar
1f5d2 spiral_notepad
1f5d3 spiral_calendar pad
1f4c7 rolodex card_index
1f4c8 chart upwards_trend growing increasing chart_with_upwards_trend chart_increasing
1f4c9 downwards_trend shrinking decreasing chart_with_downwards_trend chart_decreasing
1f4ca bar_chart
1f4cb clipboard
1f4cc push_pin thumb_tack pushpin
1f4cd pin sewing_pin round_pushpin
1f4ce paperclip attachment
1f587 office_supplies paperclip_chain linked paperclips linked_paperclips
1f4cf ruler straightedge straight_ruler
1f4d0 carpenter_square triangular_ruler
2702 scissors
1f5c3 archive card_file_box
1f5c4 file_cabinet
1f5d1 wastebasket trash_can
1f512 locked lock
1f513 unlocked unlock
1f50f privacy key_signing digital_security protected lock_with_ink_pen locked_with_pen
1f510 secure lock_with_key safe commitment loyalty closed_lock_with_key locked_with_key
1f511 key
1f5dd secret dungeon old_key encrypted clue hint
1f528 hammer maintenance handyman handywoman
1fa93 axe hatchet split
26cf mine pick
2692 at_work hammer_and_pick
1f6e0 working_on_it hammer_and_wrench tools
1f5e1 dagger rated_for_violence
2694 duel swords crossed_swords
1f4a3 bomb
1fa83 boomerang rebound repercussion
1f3f9 bow_and_arrow archery
1f6e1 shield
1fa9a carpentry_saw carpenter saw
1f527 fixing wrench
1fa9b screwdriver
1f529 nut_and_bolt screw
2699 gear settings mechanical engineer
1f5dc compression vise clamp
2696 justice scales balance balance_scale
1f9af white_cane probing_cane
1f517 link
26d3-200d-1f4a5 broken_chain
26d3 chains
1fa9d hook crook curve ensnare selling_point
1f9f0 toolbox chest
1f9f2 magnet attraction horseshoe
1fa9c ladder climb rung step
1fa8f shovel
2697 alchemy alembic
1f9ea test_tube chemistry
1f9eb petri_dish biology culture
1f9ec dna evolution gene genetics life
1f52c science microscope
1f52d telescope
1f4e1 satellite_antenna
1f489 injection syringe
1fa78 drop_of_blood bleed blood_donation injury menstruation
1f48a medicine pill
1fa79 adhesive_bandage bandage
1fa7c crutch cane disability mobility_aid
1fa7a stethoscope
1fa7b x_ray bones medical
1f6aa door
1f6d7 elevator hoist
1fa9e mirror reflection reflector speculum
1fa9f window frame fresh_air opening transparent view
1f6cf bed bedroom
1f6cb living_room furniture couch_and_lamp lifestyles
1fa91 chair sit
1f6bd toilet
1faa0 plunger force_cup suction
1f6bf shower
1f6c1 bathtub
1faa4 mouse_trap bait mousetrap snare trap
1fa92 razor sharp shave
1f9f4 lotion_bottle lotion moisturizer shampoo sunscreen
1f9f7 safety_pin diaper punk_rock
1f9f9 broom sweeping
1f9fa basket farming laundry picnic
1f9fb roll_of_paper paper_towels toilet_paper
1faa3 bucket cask pail vat
1f9fc soap bar bathing lather soapdish
1fae7 bubbles burp underwater
1faa5 toothbrush bathroom brush dental hygiene teeth
1f9fd sponge absorbing porous
1f9ef fire_extinguisher extinguish quench
1f6d2 shopping_cart shopping_trolley
1f6ac smoking cigarette
26b0 coffin burial grave
1faa6 headstone cemetery graveyard tombstone
26b1 funeral_urn cremation
1f9ff nazar_amulet bead charm evil_eye nazar talisman
1faac hamsa amulet fatima mary miriam protection
1f5ff rock_carving moyai moai
1faa7 placard demonstration picket protest sign
1faaa identification_card credentials license security
1f3e7 atm atm_sign
1f6ae put_litter_in_its_place litter_in_bin_sign
1f6b0 potable_water tap_water drinking_water
267f accessible wheelchair disabled wheelchair_symbol
1f6b9 mens men_s_room
1f6ba womens women_s_room
1f6bb restroom
1f6bc baby_change_station nursery baby_symbol
1f6be wc water_closet
1f6c2 passport_control immigration
1f6c3 customs
1f6c4 baggage_claim
1f6c5 locker locked_bag left_luggage
26a0 warning caution danger
1f6b8 children_crossing school_crossing drive_with_care
26d4 no_entry wrong_way
1f6ab prohibited not_allowed no_entry_sign
1f6b3 no_bicycles
1f6ad no_smoking
1f6af do_not_litter no_littering
1f6b1 non-potable_water non_potable_water
1f6b7 no_pedestrians
1f4f5 no_phones no_mobile_phones
1f51e underage nc17 no_one_under_eighteen
2622 radioactive nuclear
2623 biohazard
2b06 up north arrow_up up_arrow
2197 upper_right north_east arrow_upper_right up_right_arrow
27a1 right east arrow_right right_arrow
2198 lower_right south_east arrow_lower_right down_right_arrow
2b07 down south arrow_down down_arrow
2199 lower_left south_west arrow_lower_left down_left_arrow
2b05 left west arrow_left left_arrow
2196 upper_left north_west arrow_upper_left up_left_arrow
2195 up_down arrow_up_down up_down_arrow
2194 left_right swap left_right_arrow
21a9 reply left_hook leftwards_arrow_with_hook right_arrow_curving_left
21aa forward right_hook arrow_right_hook left_arrow_curving_right
2934 heading_up arrow_heading_up right_arrow_curving_up
2935 heading_down arrow_heading_down right_arrow_curving_down
1f503 clockwise arrows_clockwise clockwise_vertical_arrows
1f504 counterclockwise return arrows_counterclockwise counterclockwise_arrows_button
1f519 back back_arrow
1f51a end end_arrow
1f51b on on_arrow
1f51c soon soon_arrow
1f51d top top_arrow
1f6d0 place_of_worship
269b atom physics atom_symbol
1f549 om hinduism
2721 star_of_david judaism
2638 wheel_of_dharma buddhism
262f yin_yang
271d cross christianity latin_cross
2626 orthodox_cross
262a star_and_crescent islam
262e peace peace_symbol
1f54e menorah
1f52f dotted_six_pointed_star fortune six_pointed_star
1faaf khanda
2648 aries
2649 taurus
264a gemini
264b cancer
264c leo
264d virgo
264e libra
264f scorpius scorpio
2650 sagittarius
2651 capricorn
2652 aquarius
2653 pisces
26ce ophiuchus
1f500 shuffle twisted_rightwards_arrows shuffle_tracks_button
1f501 repeat repeat_button
1f502 repeat_one repeat_single_button
25b6 play arrow_forward play_button
23e9 fast_forward fast_forward_button
23ed next_track skip_forward next_track_button
23ef play_pause play_or_pause_button
25c0 play_reverse arrow_backward reverse_button
23ea rewind fast_reverse fast_reverse_button
23ee previous_track skip_back previous_track_button last_track_button
1f53c upvote up_button increase arrow_up_small upwards_button
23eb double_up fast_up arrow_double_up fast_up_button
1f53d downvote down_button decrease arrow_down_small downwards_button
23ec double_down fast_down arrow_double_down fast_down_button
23f8 pause pause_button
23f9 stop_button
23fa record record_button
23cf eject_button eject
1f3a6 cinema movie_theater
1f505 low_brightness dim dim_button
1f506 brightness high_brightness bright_button
1f4f6 cell_reception signal_strength signal_bars antenna_bars
1f6dc wireless
1f4f3 vibration_mode
1f4f4 phone_off mobile_phone_off
2640 female_sign
2642 male_sign
26a7 transgender_symbol
2716 multiplication multiply heavy_multiplication_x
2795 plus add heavy_plus_sign
2796 minus subtract heavy_minus_sign
2797 division divide heavy_division_sign
1f7f0 heavy_equals_sign equality math
267e infinity forever unbounded universal
203c bangbang double_exclamation double_exclamation_mark
2049 interrobang exclamation_question_mark
2753 question red_question_mark
2754 grey_question white_question_mark
2755 grey_exclamation white_exclamation_mark
2757 exclamation heavy_exclamation_mark red_exclamation_mark
3030 wavy_dash
1f4b1 exchange currency_exchange
1f4b2 dollars heavy_dollar_sign
2695 medical_symbol aesculapius staff
267b recycle recycling_symbol
269c fleur_de_lis
1f531 trident trident_emblem
1f4db name_badge
1f530 beginner japanese_symbol_for_beginner
2b55 circle hollow_red_circle
2705 check all_good approved white_check_mark check_mark_button
2611 checkbox ballot_box_with_check check_box_with_check
2714 check_mark heavy_check_mark
274c cross_mark incorrect wrong
274e x negative_squared_cross_mark cross_mark_button
27b0 loop curly_loop
27bf double_loop voicemail double_curly_loop
303d part_alternation part_alternation_mark
2733 eight_spoked_asterisk
2734 eight_pointed_star eight_pointed_black_star
2747 sparkle
00a9 copyright c
00ae registered r
2122 tm trademark trade_mark
1fadf splatter
0023-20e3 hash keycap_number_sign
002a-20e3 asterisk keycap_asterisk
0030-20e3 zero keycap_0
0031-20e3 one keycap_1
0032-20e3 two keycap_2
0033-20e3 three keycap_3
0034-20e3 four keycap_4
0035-20e3 five keycap_5
0036-20e3 six keycap_6
0037-20e3 seven keycap_7
0038-20e3 eight keycap_8
0039-20e3 nine keycap_9
1f51f ten keycap_ten keycap_10
1f520 capital_abcd capital_letters input_latin_uppercase
1f521 abcd alphabet input_latin_lowercase
1f522 1234 numbers input_numbers
1f523 symbols input_symbols
1f524 abc input_latin_letters
1f170 a a_button
1f18e ab ab_button
1f171 b b_button
1f191 cl cl_button
1f192 cool cool_button
1f193 free free_button
2139 info information_source information
1f194 id id_button
24c2 metro m circled_m
1f195 new new_button
1f196 ng ng_button
1f17e o o2 o_button
1f197 squared_ok ok_button
1f17f parking p p_button
1f198 sos sos_button
1f199 squared_up
1f19a vs vs_button
1f201 japanese_here_button here ココ koko
1f202 japanese_service_charge_button service_charge サ sa
1f237 japanese_monthly_amount_button u6708
1f236 japanese_not_free_of_charge_button u6709
1f22f japanese_reserved_button reserved 指 u6307
1f250 japanese_bargain_button ideograph_advantage
1f239 japanese_discount_button u5272
1f21a japanese_free_of_charge_button u7121
1f232 japanese_prohibited_button u7981
1f251 japanese_acceptable_button accept
1f238 japanese_application_button u7533
1f234 japanese_passing_grade_button u5408
1f233 japanese_vacancy_button vacancy 空 u7a7a
3297 japanese_congratulations_button congratulations
3299 japanese_secret_button
1f23a japanese_open_for_business_button u55b6
1f235 japanese_no_vacancy_button u6e80
1f534 red_circle
1f7e0 orange_circle
1f7e1 yellow_circle yellow
1f7e2 green_circle green
1f535 blue_circle large_blue_circle
1f7e3 purple_circle
1f7e4 brown_circle
26ab black_circle
26aa white_circle
1f7e5 red_square red
1f7e7 orange_square
1f7e8 yellow_large_square yellow_square
1f7e9 green_large_square green_square
1f7e6 blue_square
1f7ea purple_square
1f7eb brown_square
2b1b black_large_square
2b1c white_large_square
25fc black_medium_square
25fb white_medium_square
25fe black_medium_small_square
25fd white_medium_small_square
25aa black_small_square
25ab white_small_square
1f536 large_orange_diamond
1f537 large_blue_diamond
1f538 small_orange_diamond
1f539 small_blue_diamond
1f53a red_triangle_up small_red_triangle red_triangle_pointed_up
1f53b red_triangle_down small_red_triangle_down red_triangle_pointed_down
1f4a0 cute kawaii diamond_with_a_dot diamond_shape_with_a_dot_inside
1f518 radio_button
1f533 black_and_white_square white_square_button
1f532 white_and_black_square black_square_button
1f3c1 checkered_flag race go start chequered_flag
1f6a9 triangular_flag triangular_flag_on_post
1f38c crossed_flags solidarity
1f3f4 black_flag
1f3f3 white_flag surrender
1f3f3-200d-1f308 rainbow_flag
1f3f3-fe0f-200d-26a7-fe0f transgender_flag light_blue pink
1f3f4-200d-2620 pirate_flag jolly_roger plunder
1f1e6-1f1e8 flag_ascension_island ascension_island
1f1e6-1f1e9 flag_andorra andorra
1f1e6-1f1ea flag_united_arab_emirates united_arab_emirates
1f1e6-1f1eb flag_afghanistan afghanistan
1f1e6-1f1ec flag_antigua_and_barbuda antigua_barbuda flag_antigua_barbuda
1f1e6-1f1ee flag_anguilla anguilla
1f1e6-1f1f1 flag_albania albania
1f1e6-1f1f2 flag_armenia armenia
1f1e6-1f1f4 flag_angola angola
1f1e6-1f1f6 flag_antarctica antarctica
1f1e6-1f1f7 flag_argentina argentina
1f1e6-1f1f8 flag_american_samoa american_samoa
1f1e6-1f1f9 flag_austria austria
1f1e6-1f1fa flag_australia australia
1f1e6-1f1fc flag_aruba aruba
1f1e6-1f1fd flag_åland_islands flag_aland_islands aland_islands
1f1e6-1f1ff flag_azerbaijan azerbaijan
1f1e7-1f1e6 flag_bosnia_and_herzegovina bosnia_herzegovina flag_bosnia_herzegovina
1f1e7-1f1e7 flag_barbados barbados
1f1e7-1f1e9 flag_bangladesh bangladesh
1f1e7-1f1ea flag_belgium belgium
1f1e7-1f1eb flag_burkina_faso burkina_faso
1f1e7-1f1ec flag_bulgaria bulgaria
1f1e7-1f1ed flag_bahrain bahrain
1f1e7-1f1ee flag_burundi burundi
1f1e7-1f1ef flag_benin benin
1f1e7-1f1f1 flag_st_barthélemy flag_st_barthelemy st_barthelemy
1f1e7-1f1f2 flag_bermuda bermuda
1f1e7-1f1f3 flag_brunei brunei
1f1e7-1f1f4 flag_bolivia bolivia
1f1e7-1f1f6 flag_caribbean_netherlands caribbean_netherlands
1f1e7-1f1f7 flag_brazil brazil
1f1e7-1f1f8 flag_bahamas bahamas
1f1e7-1f1f9 flag_bhutan bhutan
1f1e7-1f1fb flag_bouvet_island bouvet_island
1f1e7-1f1fc flag_botswana botswana
1f1e7-1f1fe flag_belarus belarus
1f1e7-1f1ff flag_belize belize
1f1e8-1f1e6 flag_canada canada
1f1e8-1f1e8 flag_cocos_keeling_islands cocos_islands flag_cocos_islands
1f1e8-1f1e9 flag_congo_kinshasa congo_kinshasa
1f1e8-1f1eb flag_central_african_republic central_african_republic
1f1e8-1f1ec flag_congo_brazzaville congo_brazzaville
1f1e8-1f1ed flag_switzerland switzerland
1f1e8-1f1ee flag_côte_divoire flag_cote_divoire cote_divoire flag_cote_d_ivoire
1f1e8-1f1f0 flag_cook_islands cook_islands
1f1e8-1f1f1 flag_chile chile
1f1e8-1f1f2 flag_cameroon cameroon
1f1e8-1f1f3 flag_china cn
1f1e8-1f1f4 flag_colombia colombia
1f1e8-1f1f5 flag_clipperton_island clipperton_island
1f1e8-1f1f6 flag_sark
1f1e8-1f1f7 flag_costa_rica costa_rica
1f1e8-1f1fa flag_cuba cuba
1f1e8-1f1fb flag_cape_verde cape_verde
1f1e8-1f1fc flag_curaçao flag_curacao curacao
1f1e8-1f1fd flag_christmas_island christmas_island
1f1e8-1f1fe flag_cyprus cyprus
1f1e8-1f1ff flag_czechia czech_republic
1f1e9-1f1ea flag_germany de
1f1e9-1f1ec flag_diego_garcia diego_garcia
1f1e9-1f1ef flag_djibouti djibouti
1f1e9-1f1f0 flag_denmark denmark
1f1e9-1f1f2 flag_dominica dominica
1f1e9-1f1f4 flag_dominican_republic dominican_republic
1f1e9-1f1ff flag_algeria algeria
1f1ea-1f1e6 flag_ceuta_and_melilla ceuta_melilla flag_ceuta_melilla
1f1ea-1f1e8 flag_ecuador ecuador
1f1ea-1f1ea flag_estonia estonia
1f1ea-1f1ec flag_egypt egypt
1f1ea-1f1ed flag_western_sahara western_sahara
1f1ea-1f1f7 flag_eritrea eritrea
1f1ea-1f1f8 flag_spain es
1f1ea-1f1f9 flag_ethiopia ethiopia
1f1ea-1f1fa flag_european_union eu european_union
1f1eb-1f1ee flag_finland finland
1f1eb-1f1ef flag_fiji fiji
1f1eb-1f1f0 flag_falkland_islands falkland_islands
1f1eb-1f1f2 flag_micronesia micronesia
1f1eb-1f1f4 flag_faroe_islands faroe_islands
1f1eb-1f1f7 flag_france fr
1f1ec-1f1e6 flag_gabon gabon
1f1ec-1f1e7 flag_united_kingdom gb uk
1f1ec-1f1e9 flag_grenada grenada
1f1ec-1f1ea flag_georgia georgia
1f1ec-1f1eb flag_french_guiana french_guiana
1f1ec-1f1ec flag_guernsey guernsey
1f1ec-1f1ed flag_ghana ghana
1f1ec-1f1ee flag_gibraltar gibraltar
1f1ec-1f1f1 flag_greenland greenland
1f1ec-1f1f2 flag_gambia gambia
1f1ec-1f1f3 flag_guinea guinea
1f1ec-1f1f5 flag_guadeloupe guadeloupe
1f1ec-1f1f6 flag_equatorial_guinea equatorial_guinea
1f1ec-1f1f7 flag_greece greece
1f1ec-1f1f8 flag_south_georgia_and_south_sandwich_islands south_georgia_south_sandwich_islands flag_south_georgia_south_sandwich_islands
1f1ec-1f1f9 flag_guatemala guatemala
1f1ec-1f1fa flag_guam guam
1f1ec-1f1fc flag_guinea_bissau guinea_bissau
1f1ec-1f1fe flag_guyana guyana
1f1ed-1f1f0 flag_hong_kong_sar_china hong_kong
1f1ed-1f1f2 flag_heard_and_mcdonald_islands heard_mcdonald_islands flag_heard_mcdonald_islands
1f1ed-1f1f3 flag_honduras honduras
1f1ed-1f1f7 flag_croatia croatia
1f1ed-1f1f9 flag_haiti haiti
1f1ed-1f1fa flag_hungary hungary
1f1ee-1f1e8 flag_canary_islands canary_islands
1f1ee-1f1e9 flag_indonesia indonesia
1f1ee-1f1ea flag_ireland ireland
1f1ee-1f1f1 flag_israel israel
1f1ee-1f1f2 flag_isle_of_man isle_of_man
1f1ee-1f1f3 flag_india india
1f1ee-1f1f4 flag_british_indian_ocean_territory british_indian_ocean_territory
1f1ee-1f1f6 flag_iraq iraq
1f1ee-1f1f7 flag_iran iran
1f1ee-1f1f8 flag_iceland iceland
1f1ee-1f1f9 flag_italy it
1f1ef-1f1ea flag_jersey jersey
1f1ef-1f1f2 flag_jamaica jamaica
1f1ef-1f1f4 flag_jordan jordan
1f1ef-1f1f5 flag_japan jp
1f1f0-1f1ea flag_kenya kenya
1f1f0-1f1ec flag_kyrgyzstan kyrgyzstan
1f1f0-1f1ed flag_cambodia cambodia
1f1f0-1f1ee flag_kiribati kiribati
1f1f0-1f1f2 flag_comoros comoros
1f1f0-1f1f3 flag_st_kitts_and_nevis st_kitts_nevis flag_st_kitts_nevis
1f1f0-1f1f5 flag_north_korea north_korea
1f1f0-1f1f7 flag_south_korea kr
1f1f0-1f1fc flag_kuwait kuwait
1f1f0-1f1fe flag_cayman_islands cayman_islands
1f1f0-1f1ff flag_kazakhstan kazakhstan
1f1f1-1f1e6 flag_laos laos
1f1f1-1f1e7 flag_lebanon lebanon
1f1f1-1f1e8 flag_st_lucia st_lucia
1f1f1-1f1ee flag_liechtenstein liechtenstein
1f1f1-1f1f0 flag_sri_lanka sri_lanka
1f1f1-1f1f7 flag_liberia liberia
1f1f1-1f1f8 flag_lesotho lesotho
1f1f1-1f1f9 flag_lithuania lithuania
1f1f1-1f1fa flag_luxembourg luxembourg
1f1f1-1f1fb flag_latvia latvia
1f1f1-1f1fe flag_libya libya
1f1f2-1f1e6 flag_morocco morocco
1f1f2-1f1e8 flag_monaco monaco
1f1f2-1f1e9 flag_moldova moldova
1f1f2-1f1ea flag_montenegro montenegro
1f1f2-1f1eb flag_st_martin st_martin
1f1f2-1f1ec flag_madagascar madagascar
1f1f2-1f1ed flag_marshall_islands marshall_islands
1f1f2-1f1f0 flag_north_macedonia macedonia
1f1f2-1f1f1 flag_mali mali
1f1f2-1f1f2 flag_myanmar_burma myanmar flag_myanmar
1f1f2-1f1f3 flag_mongolia mongolia
1f1f2-1f1f4 flag_macao_sar_china macau
1f1f2-1f1f5 flag_northern_mariana_islands northern_mariana_islands
1f1f2-1f1f6 flag_martinique martinique
1f1f2-1f1f7 flag_mauritania mauritania
1f1f2-1f1f8 flag_montserrat montserrat
1f1f2-1f1f9 flag_malta malta
1f1f2-1f1fa flag_mauritius
1f1f2-1f1fb flag_maldives maldives
1f1f2-1f1fc flag_malawi malawi
1f1f2-1f1fd flag_mexico mexico
1f1f2-1f1fe flag_malaysia malaysia
1f1f2-1f1ff flag_mozambique mozambique
1f1f3-1f1e6 flag_namibia namibia
1f1f3-1f1e8 flag_new_caledonia new_caledonia
1f1f3-1f1ea flag_niger niger
1f1f3-1f1eb flag_norfolk_island norfolk_island
1f1f3-1f1ec flag_nigeria nigeria
1f1f3-1f1ee flag_nicaragua nicaragua
1f1f3-1f1f1 flag_netherlands netherlands
1f1f3-1f1f4 flag_norway norway
1f1f3-1f1f5 flag_nepal nepal
1f1f3-1f1f7 flag_nauru nauru
1f1f3-1f1fa flag_niue niue
1f1f3-1f1ff flag_new_zealand new_zealand
1f1f4-1f1f2 flag_oman oman
1f1f5-1f1e6 flag_panama panama
1f1f5-1f1ea flag_peru peru
1f1f5-1f1eb flag_french_polynesia french_polynesia
1f1f5-1f1ec flag_papua_new_guinea papua_new_guinea
1f1f5-1f1ed flag_philippines philippines
1f1f5-1f1f0 flag_pakistan pakistan
1f1f5-1f1f1 flag_poland poland
1f1f5-1f1f2 flag_st_pierre_and_miquelon st_pierre_miquelon flag_st_pierre_miquelon
1f1f5-1f1f3 flag_pitcairn_islands pitcairn_islands
1f1f5-1f1f7 flag_puerto_rico puerto_rico
1f1f5-1f1f8 flag_palestinian_territories palestinian_territories
1f1f5-1f1f9 flag_portugal portugal
1f1f5-1f1fc flag_palau palau
1f1f5-1f1fe flag_paraguay paraguay
1f1f6-1f1e6 flag_qatar qatar
1f1f7-1f1ea flag_réunion flag_reunion reunion
1f1f7-1f1f4 flag_romania romania
1f1f7-1f1f8 flag_serbia serbia
1f1f7-1f1fa flag_russia ru
1f1f7-1f1fc flag_rwanda rwanda
1f1f8-1f1e6 flag_saudi_arabia saudi_arabia
1f1f8-1f1e7 flag_solomon_islands solomon_islands
1f1f8-1f1e8 flag_seychelles seychelles
1f1f8-1f1e9 flag_sudan sudan
1f1f8-1f1ea flag_sweden sweden
1f1f8-1f1ec flag_singapore singapore
1f1f8-1f1ed flag_st_helena st_helena
1f1f8-1f1ee flag_slovenia slovenia
1f1f8-1f1ef flag_svalbard_and_jan_mayen svalbard_jan_mayen flag_svalbard_jan_mayen
1f1f8-1f1f0 flag_slovakia slovakia
1f1f8-1f1f1 flag_sierra_leone sierra_leone
1f1f8-1f1f2 flag_san_marino san_marino
1f1f8-1f1f3 flag_senegal senegal
1f1f8-1f1f4 flag_somalia somalia
1f1f8-1f1f7 flag_suriname suriname
1f1f8-1f1f8 flag_south_sudan south_sudan
1f1f8-1f1f9 flag_são_tomé_and_príncipe flag_sao_tome_and_principe sao_tome_principe flag_sao_tome_principe
1f1f8-1f1fb flag_el_salvador el_salvador
1f1f8-1f1fd flag_sint_maarten sint_maarten
1f1f8-1f1fe flag_syria syria
1f1f8-1f1ff flag_eswatini swaziland
1f1f9-1f1e6 flag_tristan_da_cunha tristan_da_cunha
1f1f9-1f1e8 flag_turks_and_caicos_islands turks_caicos_islands flag_turks_caicos_islands
1f1f9-1f1e9 flag_chad chad
1f1f9-1f1eb flag_french_southern_territories french_southern_territories
1f1f9-1f1ec flag_togo togo
1f1f9-1f1ed flag_thailand thailand
1f1f9-1f1ef flag_tajikistan tajikistan
1f1f9-1f1f0 flag_tokelau tokelau
1f1f9-1f1f1 flag_timor_leste timor_leste
1f1f9-1f1f2 flag_turkmenistan turkmenistan
1f1f9-1f1f3 flag_tunisia tunisia
1f1f9-1f1f4 flag_tonga tonga
1f1f9-1f1f7 flag_turkey tr flag_turkiye
1f1f9-1f1f9 flag_trinidad_and_tobago trinidad_tobago flag_trinidad_tobago
1f1f9-1f1fb flag_tuvalu tuvalu
1f1f9-1f1fc flag_taiwan taiwan
1f1f9-1f1ff flag_tanzania tanzania
1f1fa-1f1e6 flag_ukraine ukraine
1f1fa-1f1ec flag_uganda uganda
1f1fa-1f1f2 flag_us_outlying_islands us_outlying_islands flag_u_s_outlying_islands
1f1fa-1f1f3 flag_united_nations united_nations
1f1fa-1f1f8 flag_united_states us
1f1fa-1f1fe flag_uruguay uruguay
1f1fa-1f1ff flag_uzbekistan uzbekistan
1f1fb-1f1e6 flag_vatican_city vatican_city
1f1fb-1f1e8 flag_st_vincent_and_grenadines st_vincent_grenadines flag_st_vincent_grenadines
1f1fb-1f1ea flag_venezuela venezuela
1f1fb-1f1ec flag_british_virgin_islands british_virgin_islands
1f1fb-1f1ee flag_us_virgin_islands us_virgin_islands flag_u_s_virgin_islands
1f1fb-1f1f3 flag_vietnam vietnam
1f1fb-1f1fa flag_vanuatu vanuatu
1f1fc-1f1eb flag_wallis_and_futuna wallis_futuna flag_wallis_futuna
1f1fc-1f1f8 flag_samoa samoa
1f1fd-1f1f0 flag_kosovo kosovo
1f1fe-1f1ea flag_yemen yemen
1f1fe-1f1f9 flag_mayotte mayotte
1f1ff-1f1e6 flag_south_africa south_africa
1f1ff-1f1f2 flag_zambia zambia
1f1ff-1f1fc flag_zimbabwe zimbabwe
1f3f4-e0067-e0062-e0065-e006e-e0067-e007f flag_england england
1f3f4-e0067-e0062-e0073-e0063-e0074-e007f flag_scotland scotland
1f3f4-e0067-e0062-e0077-e006c-e0073-e007f flag_wales wales`;

/** Unicode's groups, each with the code that it begins with. */
export const groupStarts = [
  ["Smileys & Emotion", "1f600"],
  ["People & Body", "1f44b"],
  ["Animals & Nature", "1f435"],
  ["Food & Drink", "1f347"],
  ["Travel & Places", "1f30d"],
  ["Activities", "1f383"],
  ["Objects", "1f453"],
  ["Symbols", "1f3e7"],
  ["Flags", "1f3c1"],
] as const;
