using Google.Protobuf;
using Google.Protobuf.Reflection;
using Microsoft.Extensions.ObjectPool;
using Pooling.GameServer.Protocol;
using Pooling.Objects;

namespace Pooling.GameServer.After;

/// <summary>Tests that a parser returns what it has rented, whatever the parser of protobuf throws.</summary>
public sealed class PooledMessageParserTests
{
    [Fact]
    public void TryParse_Message_IsRentedUntilItIsReturned()
    {
        using MagazinePool<Input> pool = MagazinePool.Create<Input>();
        var parser = new PooledMessageParser<Input>(pool);

        Assert.True(parser.TryParse(new Input { Sequence = 1, Dx = -2 }.ToByteArray(), out Input? packet));
        Assert.Equal((1u, -2), (packet.Sequence, packet.Dx));
        Assert.Equal(1, pool.GetStatistics().InUse);

        parser.ReturnPacket(packet);
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData("0A")] // no length
    [InlineData("0A05")] // no content
    [InlineData("0F")] // no such wire type
    [InlineData("0AFFFFFFFF07")] // a length of 2^31 - 1
    [InlineData("0B0AFFFFFFFF07")] // the same in a group
    public void TryParse_Malformed_ReturnsFalseAndTheMessage(string payload)
    {
        using MagazinePool<Login> pool = MagazinePool.Create<Login>();

        Assert.False(new PooledMessageParser<Login>(pool).TryParse(Convert.FromHexString(payload), out Login? packet));
        Assert.Null(packet);
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(typeof(InvalidOperationException), true)]
    [InlineData(typeof(IndexOutOfRangeException), true)]
    [InlineData(typeof(ArgumentException), false)]
    [InlineData(typeof(OutOfMemoryException), false)]
    public void TryParse_AnyException_ReturnsTheMessage(Type exception, bool isMalformed)
    {
        using MagazinePool<ThrowingMessage> pool = MagazinePool.Create<ThrowingMessage>();
        var parser = new PooledMessageParser<ThrowingMessage>(pool);
        ThrowingMessage.Thrown = (Exception)Activator.CreateInstance(exception)!;

        if (isMalformed)
            Assert.False(parser.TryParse([1], out _));
        else
            Assert.Throws(exception, () => parser.TryParse([1], out _));

        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    /// <summary>A message whose parser fails in a way that a test names.</summary>
    private sealed class ThrowingMessage : IMessage<ThrowingMessage>, IBufferMessage, IResettable
    {
        [ThreadStatic]
        private static Exception? t_thrown;

        public static Exception Thrown
        {
            set => t_thrown = value;
        }

        public MessageDescriptor Descriptor => Input.Descriptor;

        public void InternalMergeFrom(ref ParseContext context) => throw t_thrown!;

        public void InternalWriteTo(ref WriteContext context)
        {
        }

        public void MergeFrom(ThrowingMessage message)
        {
        }

        public void MergeFrom(CodedInputStream input) => throw t_thrown!;

        public void WriteTo(CodedOutputStream output)
        {
        }

        public int CalculateSize() => 0;

        public bool Equals(ThrowingMessage? other) => ReferenceEquals(this, other);

        public override bool Equals(object? obj) => ReferenceEquals(this, obj);

        public override int GetHashCode() => 0;

        public ThrowingMessage Clone() => new();

        public bool TryReset() => true;
    }
}
