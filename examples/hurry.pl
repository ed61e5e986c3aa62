#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-3.0-or-later
# Hurry in Perl, with nothing but what Perl brings along: see hurry.py.
#
#     causeway play minefield --p2 'program:perl examples/hurry.pl'
use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->canonical;
my $state;
$| = 1;    # a line that waits in a buffer is a line that nobody reads

sub say_line { print $json->encode({@_}), "\n" }

# Every other number from the first on, so that there are never three in a row.
sub spread {
    my ($pick, @numbers) = @_;
    my @apart = ((map { $numbers[2 * $_] } 0 .. $#numbers / 2),
        (map { $numbers[2 * $_ + 1] } 0 .. ($#numbers - 1) / 2));
    return sort { $a <=> $b } @apart[0 .. $pick - 1];
}

# The number whose cell is nearest to the opponent.
sub nearest {
    my ($offer, $other) = @_;
    my $token = $state->{board}{tokens}[$other - 1][0];
    my @by    = sort { abs($offer->{cells}[$a] - $token) <=> abs($offer->{cells}[$b] - $token) || $a <=> $b }
        0 .. $#{ $offer->{numbers} };
    return $offer->{numbers}[$by[0]];
}

sub choose {
    my ($turn) = @_;
    my ($offer, $scan) = ($turn->{offers}[0], grep { $_->{verb} eq 'scan' } @{ $turn->{offers} });
    my $cell = $offer->{cells}[0];
    return "scan $cell" if $scan && !grep { $_ == $cell } @{ $state->{board}{safe} };
    return $offer->{verb} if $offer->{pick} == 0;
    return join ' ', $offer->{verb}, spread($offer->{pick}, @{ $offer->{numbers} }) if $offer->{pick} > 1;
    return 'block ' . nearest($offer, 3 - $turn->{seat}) if $offer->{verb} eq 'block';
    my ($most) = sort { $b <=> $a } @{ $offer->{numbers} };
    return "$offer->{verb} $most";
}

while (my $line = <STDIN>) {
    my $told = $json->decode($line);
    if ($told->{type} eq 'hello') {
        say_line(type => 'hello', name => 'Hurry in Perl', version => '1');
    }
    elsif ($told->{type} eq 'state') { $state = $told }
    elsif ($told->{type} eq 'turn' && $told->{mover} == $told->{seat}) {
        say_line(type => 'move', n => $told->{n}, move => choose($told));
    }
}
