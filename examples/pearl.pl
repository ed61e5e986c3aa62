#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-3.0-or-later
# Pearl, a player for Causeway that cannot be foreseen: it draws from the noise of hello, so that a
# tournament can be played again, and asks with `may` before it hides things. Where it can look it looks
# before it steps. From docs/writing-a-player.md alone, with nothing but what Perl brings along.
#
#     causeway play trap-runner --p2 'program:perl examples/pearl.pl'
use strict;
use warnings;
use JSON::PP;
use List::Util qw(max shuffle);

my $json = JSON::PP->new->canonical;
my ($state, $turn, $move);
$| = 1;    # a line that waits in a buffer is a line that nobody reads

sub say_line { print $json->encode({@_}), "\n" }

# The number that acts on the cell next to the opponent.
sub in_the_way {
    my ($offer, $seat) = @_;
    my $token = $state->{board}{tokens}[ 2 - $seat ][0];
    my %cell;
    @cell{ @{ $offer->{numbers} } } = @{ $offer->{cells} };
    return (sort { abs($cell{$a} - $token) <=> abs($cell{$b} - $token) || $a <=> $b } keys %cell)[0];
}

sub choose {
    my @offers = @{ $turn->{offers} };
    my ($offer, $scan) = ($offers[0], grep { $_->{verb} eq 'scan' } @offers);
    my ($verb, $pick, @numbers) = (@$offer{qw(verb pick)}, @{ $offer->{numbers} });
    my $next = $offer->{cells}[0];
    return "scan $next" if $scan && !grep { $_ == $next } @{ $state->{board}{safe} };
    return $verb if $pick == 0;
    return join ' ', $verb, sort { $a <=> $b } (shuffle @numbers)[ 0 .. $pick - 1 ] if $pick > 1;
    return "$verb " . in_the_way($offer, $turn->{seat}) if $verb eq 'block';
    # Mostly the longest, and now and then another, where somebody may have thought of that.
    my $draws = $verb eq 'run' || $verb eq 'step';
    return "$verb " . ($draws && rand() < 0.25 ? $numbers[ rand @numbers ] : max @numbers);
}

# A move of several numbers may be against the rules though all are on offer: another is drawn.
sub decide {
    $move = choose();
    my $hides = $move =~ / .* /;
    say_line(type => $hides ? 'may' : 'move', n => $turn->{n}, move => $move);
}

while (my $line = <STDIN>) {
    my $told = $json->decode($line);
    my $type = $told->{type};
    if ($type eq 'hello') {
        srand hex substr $told->{noise} // '1', 0, 8;
        say_line(type => 'hello', name => 'Pearl', version => '1');
    }
    elsif ($type eq 'state') { $state = $told }
    elsif ($type eq 'turn' && $told->{mover} == $told->{seat}) { $turn = $told; decide() }
    elsif ($type eq 'may' && $told->{allowed}) { say_line(type => 'move', n => $turn->{n}, move => $move) }
    elsif ($type eq 'may') { decide() }
}
