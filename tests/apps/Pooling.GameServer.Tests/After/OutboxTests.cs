using Pooling.Buffers;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.After;

public sealed class OutboxTests : IDisposable
{
    private readonly Outbox _outbox = new(stateCapacity: 2, reliableCapacity: 2);
    private readonly OutboundPacket[] _taken = new OutboundPacket[10];

    public void Dispose() => _outbox.Dispose();

    [Fact]
    public void Take_BothKinds_KeepsTheirOrder()
    {
        _outbox.AddState(State(1));
        _outbox.TryAdd(Chat(2));
        _outbox.AddState(State(3));
        _outbox.TryAdd(Chat(4));

        Assert.Equal([1, 2, 3, 4], Take(10));
        Assert.True(_outbox.IsEmpty);
    }

    [Fact]
    public void Take_FewerThanWait_LeavesTheRest()
    {
        _outbox.AddState(State(1));
        _outbox.TryAdd(Chat(2));
        _outbox.AddState(State(3));

        Assert.Equal([1, 2], Take(2));
        Assert.Equal([3], Take(2));
    }

    [Fact]
    public void Take_InTheMiddleOfAShare_TakesAllItsParts()
    {
        using var outbox = new Outbox(stateCapacity: 3, reliableCapacity: 2);
        var content = SharedBuffer.Create([1, 2, 3]);
        SharedBuffer share = content.Retain();
        for (int i = 0; i < 3; i++)
            outbox.AddState(OutboundPacket.Part(Opcode.StateUpdate, share, i, i + 1, isLast: i == 2));

        Assert.Equal(3, outbox.Take(_taken, 1));
        for (uint i = 0; i < 4; i++)
            outbox.AddState(State(i)); // which would end the share if a part of it remained

        Assert.Equal([1, 2, 3], _taken.Take(3).Select(static packet => packet.Payload[0]));
        foreach (OutboundPacket packet in _taken.Take(3))
            packet.End();

        Assert.Throws<ObjectDisposedException>(() => share.Length);
        content.Dispose();
    }

    [Fact]
    public void AddState_WhenFull_DropsTheOldestState()
    {
        _outbox.TryAdd(Chat(0));
        Assert.Equal(0, _outbox.AddState(State(1)));
        Assert.Equal(0, _outbox.AddState(State(2)));

        Assert.Equal(1, _outbox.AddState(State(3)));
        Assert.Equal([0, 2, 3], Take(10));
    }

    [Fact]
    public void AddState_WhenFull_EndsTheShareOfTheOldest()
    {
        var content = SharedBuffer.Create([1, 2, 3]);
        SharedBuffer share = content.Retain();
        _outbox.AddState(new OutboundPacket(Opcode.StateUpdate, share));
        _outbox.AddState(State(2));
        _outbox.AddState(State(3));

        Assert.Throws<ObjectDisposedException>(() => share.Length);
        Assert.Equal(3, content.Length);
        content.Dispose();
    }

    [Fact]
    public void TryAdd_WhenFull_ReturnsFalseAndLeavesTheShare()
    {
        _outbox.TryAdd(Chat(1));
        _outbox.TryAdd(Chat(2));
        using var content = SharedBuffer.Create([1]);

        Assert.False(_outbox.TryAdd(new OutboundPacket(Opcode.ChatMessage, content)));
        Assert.Equal(1, content.Length);
        Assert.Equal([1, 2], Take(10));
    }

    [Fact]
    public void Clear_WhatWaits_EndsItsShares()
    {
        var state = SharedBuffer.Create([1]);
        var chat = SharedBuffer.Create([1]);
        _outbox.AddState(new OutboundPacket(Opcode.StateUpdate, state));
        _outbox.TryAdd(new OutboundPacket(Opcode.ChatMessage, chat));

        _outbox.Clear();

        Assert.Throws<ObjectDisposedException>(() => state.Length);
        Assert.Throws<ObjectDisposedException>(() => chat.Length);
        Assert.Equal(0, _outbox.Count);
    }

    private static OutboundPacket State(ulong number) => new(Opcode.StateAck, default, number);

    private static OutboundPacket Chat(ulong number) => new(Opcode.ChatMessage, default, number);

    private ulong[] Take(int most) => [.. _taken[.._outbox.Take(_taken, most)].Select(static packet => packet.Number)];
}
