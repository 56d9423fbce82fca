namespace Pooling.GameServer.Protocol;

public sealed class PacketSealerTests : IDisposable
{
    private static readonly byte[] s_key = [.. Enumerable.Range(0, SessionKeys.KeyLength).Select(static i => (byte)i)];
    private static readonly PacketHeader s_header = new(Opcode.Input, PacketFlags.Encrypted);

    private readonly PacketSealer _sealer = new(s_key);
    private readonly PacketOpener _opener = new(s_key, minPackets: 1);

    public void Dispose()
    {
        _opener.Dispose();
        _sealer.Dispose();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1000)]
    public void Open_WhatWasSealed_GivesItBack(int length)
    {
        byte[] content = [.. Enumerable.Range(0, length).Select(static i => (byte)i)];
        byte[] payload = Seal(_sealer, content);

        Assert.Equal(OpenStatus.Opened, _opener.Open(s_header, payload, out Span<byte> opened));
        Assert.Equal(content, opened.ToArray());
    }

    [Fact]
    public void Open_AnyChangedBit_Refuses()
    {
        byte[] payload = Seal(_sealer, [1, 2, 3, 4]);
        for (int bit = 0; bit < payload.Length * 8; bit++)
        {
            byte[] changed = [.. payload];
            changed[bit / 8] ^= (byte)(1 << (bit % 8));

            Assert.NotEqual(OpenStatus.Opened, _opener.Open(s_header, changed, out Span<byte> opened));
            Assert.True(opened.IsEmpty);
        }

        Assert.Equal(OpenStatus.Opened, _opener.Open(s_header, payload, out _)); // the failed attempts did not change the counter
    }

    [Theory]
    [InlineData(Opcode.Chat, PacketFlags.Encrypted)]
    [InlineData(Opcode.Input, PacketFlags.Clear)]
    public void Open_UnderAnotherHeader_ReturnsBadTag(int type, byte flags) =>
        Assert.Equal(OpenStatus.BadTag, _opener.Open(new PacketHeader((ushort)type, flags), Seal(_sealer, [1]), out _));

    [Fact]
    public void Open_Again_ReturnsReplay()
    {
        byte[] payload = Seal(_sealer, [1]);
        byte[] copy = [.. payload];
        _opener.Open(s_header, payload, out _);

        Assert.Equal(OpenStatus.Replay, _opener.Open(s_header, copy, out _));
    }

    [Fact]
    public void Open_OlderThanTheLast_ReturnsReplay()
    {
        byte[] first = Seal(_sealer, [1]);
        byte[] copy = [.. first];
        Assert.Equal(OpenStatus.Opened, _opener.Open(s_header, first, out _));
        Assert.Equal(OpenStatus.Opened, _opener.Open(s_header, Seal(_sealer, [2]), out _));

        Assert.Equal(OpenStatus.Replay, _opener.Open(s_header, copy, out _));
    }

    [Fact]
    public void Open_BehindAGap_ReturnsGapAndWaitsForTheNext()
    {
        byte[] next = Seal(_sealer, [1]);
        byte[] afterNext = Seal(_sealer, [2]);

        Assert.Equal(OpenStatus.Gap, _opener.Open(s_header, afterNext, out _));
        Assert.Equal(OpenStatus.Opened, _opener.Open(s_header, next, out _));
    }

    [Fact]
    public void Open_KeyThatChangesAfter999Packets_ReturnsEarlyRekey()
    {
        using var opener = new PacketOpener(s_key);
        using var sealer = new PacketSealer(s_key, rekeyAfter: ProtocolLimits.MinPacketsPerKey - 1);
        for (int i = 1; i < ProtocolLimits.MinPacketsPerKey; i++)
            Assert.Equal(OpenStatus.Opened, opener.Open(s_header, Seal(sealer, [1]), out _));

        Assert.Equal(OpenStatus.EarlyRekey, opener.Open(s_header, Seal(sealer, [1]), out _));
        Assert.Equal(0u, opener.Epoch);
    }

    [Fact]
    public void Open_KeyThatChangesAfter1000Packets_Opens()
    {
        using var opener = new PacketOpener(s_key);
        using var sealer = new PacketSealer(s_key, rekeyAfter: ProtocolLimits.MinPacketsPerKey);
        for (int i = 0; i < 2 * ProtocolLimits.MinPacketsPerKey; i++)
            Assert.Equal(OpenStatus.Opened, opener.Open(s_header, Seal(sealer, [1]), out _));

        Assert.Equal(1u, opener.Epoch);
    }

    [Fact]
    public void Open_TooShort_ReturnsMalformed() =>
        Assert.Equal(OpenStatus.Malformed, _opener.Open(s_header, new byte[PacketSealer.Overhead - 1], out _));

    [Fact]
    public void Seal_AfterSoManyPackets_ChangesTheKey()
    {
        using var sealer = new PacketSealer(s_key, rekeyAfter: 3);
        for (int i = 0; i < 10; i++)
            Assert.Equal(OpenStatus.Opened, _opener.Open(s_header, Seal(sealer, [(byte)i]), out _));

        Assert.Equal(3u, sealer.Epoch);
        Assert.Equal(3u, _opener.Epoch);
    }

    [Fact]
    public void Open_AfterTheKeyChanged_RefusesTheOldKey()
    {
        Seal(_sealer, [1]);
        byte[] old = Seal(_sealer, [1]);
        using var sealer = new PacketSealer(s_key, rekeyAfter: 1);
        Assert.Equal(OpenStatus.Opened, _opener.Open(s_header, Seal(sealer, [1]), out _));
        Assert.Equal(OpenStatus.Opened, _opener.Open(s_header, Seal(sealer, [2]), out _));

        Assert.Equal(OpenStatus.Replay, _opener.Open(s_header, old, out _));
    }

    [Fact]
    public void Open_KeyLeftOut_ReturnsGapAndKeepsTheKey()
    {
        using var sealer = new PacketSealer(s_key, rekeyAfter: 1);
        Assert.Equal(OpenStatus.Opened, _opener.Open(s_header, Seal(sealer, [1]), out _));
        byte[] next = Seal(sealer, [2]);
        byte[] afterNext = Seal(sealer, [3]);

        Assert.Equal(OpenStatus.Gap, _opener.Open(s_header, afterNext, out _));
        Assert.Equal(0u, _opener.Epoch);
        Assert.Equal(OpenStatus.Opened, _opener.Open(s_header, next, out _));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(PacketSealer.MaxPackets + 1)]
    public void Constructor_WrongLimit_Throws(long rekeyAfter) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new PacketSealer(s_key, rekeyAfter));

    [Fact]
    public void SealAndOpen_ManyPackets_AllocateNothing()
    {
        byte[] payload = new byte[100];
        Round(payload);

        Assert.Equal(0, AllocationAssert.Measure(() => Round(payload), calls: 1000, warmUpCalls: 0));
    }

    private void Round(byte[] payload)
    {
        _sealer.Seal(in s_header, payload);
        if (_opener.Open(s_header, payload, out _) != OpenStatus.Opened)
            throw new InvalidOperationException();
    }

    private static byte[] Seal(PacketSealer sealer, byte[] content)
    {
        byte[] payload = new byte[content.Length + PacketSealer.Overhead];
        content.CopyTo(payload, PacketSealer.NonceLength);
        sealer.Seal(in s_header, payload);
        return payload;
    }
}
