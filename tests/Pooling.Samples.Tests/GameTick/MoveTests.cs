namespace Pooling.Samples.GameTick;

/// <summary>The payload of a move.</summary>
public sealed class MoveTests
{
    [Theory]
    [InlineData(0u, 0, 0)]
    [InlineData(uint.MaxValue, Move.MaxStep, -Move.MaxStep)]
    public void TryRead_WhatWasWritten_ReturnsTheMove(uint sequence, short x, short y)
    {
        var move = new Move(sequence, x, y);

        Assert.True(Move.TryRead(PayloadOf(move), out Move read));
        Assert.Equal(move, read);
    }

    [Theory]
    [InlineData(Move.MaxStep + 1, 0)]
    [InlineData(-Move.MaxStep - 1, 0)]
    [InlineData(0, Move.MaxStep + 1)]
    [InlineData(0, short.MinValue)]
    public void TryRead_StepTooLong_ReturnsFalse(short x, short y) => Assert.False(Move.TryRead(PayloadOf(new Move(1, x, y)), out _));

    [Theory]
    [InlineData(0)]
    [InlineData(Move.Length - 1)]
    [InlineData(Move.Length + 1)]
    public void TryRead_OtherLength_ReturnsFalse(int length) => Assert.False(Move.TryRead(new byte[length], out _));

    private static byte[] PayloadOf(Move move)
    {
        byte[] payload = new byte[Move.Length];
        move.Write(payload);
        return payload;
    }
}
