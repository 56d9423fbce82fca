using WebSockets.App.Soaking;
using WebSockets.Client;

namespace Pooling.WebSockets.Soaking;

/// <summary>Tests the handling of received messages by a socket of a soak test.</summary>
public sealed class SoakSocketTests
{
    private readonly SoakCounts _counts = new();

    [Fact]
    public async Task Take_OfEchoesInOrder_IsFine()
    {
        await using SoakSocket socket = Create(listens: false);

        Take(socket, 7, 8, 9);

        Assert.Equal((3, 0, 0, 0), (_counts.Echoes, _counts.Missing, _counts.Skipped, _counts.Wrong));
    }

    [Fact]
    public async Task Take_OfEchoesWithAGap_IsALoss()
    {
        await using SoakSocket socket = Create(listens: false);

        Take(socket, 7, 10);

        Assert.Equal((2, 0), (_counts.Missing, _counts.Skipped));
    }

    [Theory]
    [InlineData(0, 3)]
    [InlineData(1, 0)]
    public async Task Take_OfBroadcastsWithAGap_IsALossForWhoReads(int milliseconds, int missing)
    {
        await using SoakSocket socket = Create(listens: true, milliseconds);

        Take(socket, 7, 11);

        Assert.Equal((2, 3, missing), (_counts.Broadcasts, _counts.Skipped, _counts.Missing));
    }

    [Fact]
    public async Task Take_OfBroadcastsBehindAStall_IsNoLoss()
    {
        await using SoakSocket socket = Create(listens: true);

        Take(socket, 7);
        socket.Stall();
        socket.GoOn();
        Take(socket, 9);

        Assert.Equal((1, 0), (_counts.Skipped, _counts.Missing));
    }

    [Fact]
    public async Task Take_OfBroadcastsOfASenderThatReconnected_IsNoLoss()
    {
        await using SoakSocket socket = Create(listens: true);

        Take(socket, 7, (1L << 32) + 5, (1L << 32) + 7);

        Assert.Equal((3, 1, 1), (_counts.Broadcasts, _counts.Skipped, _counts.Missing));
    }

    [Fact]
    public async Task Take_WhatCameBefore_IsWrong()
    {
        await using SoakSocket socket = Create(listens: false);

        Take(socket, 7, 7, 6);
        socket.OnText("no number"u8);

        Assert.Equal((1, 3), (_counts.Echoes, _counts.Wrong));
    }

    private static void Take(SoakSocket socket, params ReadOnlySpan<long> numbers)
    {
        foreach (long number in numbers)
            socket.OnText(SoakMessagesTests.Write(number));
    }

    private SoakSocket Create(bool listens, int milliseconds = 0) => new(
        new Uri("ws://127.0.0.1:1/"), new ReconnectingClientOptions(), _counts, listens, compresses: false,
        TimeSpan.FromMilliseconds(milliseconds));
}
