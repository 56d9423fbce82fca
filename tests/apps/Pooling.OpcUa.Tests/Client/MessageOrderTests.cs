using OpcUa.Client.Subscriptions;
using Pooling.Buffers;

namespace Pooling.OpcUa.Client;

public sealed class MessageOrderTests
{
    private readonly MessageOrder _order = new();

    [Fact]
    public void TryHold_MessagesThatComeTooEarly_AreTakenInOrder()
    {
        Assert.True(_order.TryHold(3, [3]));
        Assert.True(_order.TryHold(2, [2]));
        Assert.True(_order.TryHold(2, [2]));
        Assert.True(_order.HasGap);
        Assert.Null(_order.TakeExpected());
        _order.Advance();

        Assert.Equal(2, Take());
        Assert.Equal(3, Take());
        Assert.False(_order.HasGap);
        Assert.Equal(4u, _order.Expected);
    }

    [Fact]
    public void TryHold_TooFarAhead_ReturnsFalse()
    {
        Assert.False(_order.TryHold(1_000, [1]));
        Assert.True(_order.TryHold(5, [5]));
        Assert.Equal(4, _order.Skip(1_000)); // not beyond one that is held
        Assert.Equal((5u, 6u), (_order.Expected, _order.End));
        Assert.Equal(5, Take());
        Assert.Equal(994, _order.Skip(1_000));
        Assert.Equal(1_000u, _order.Expected);
        Assert.False(_order.HasGap);
    }

    [Fact]
    public void TryHold_MoreThanTheMostBytes_ReturnsFalse()
    {
        byte[] message = new byte[6 << 20];

        Assert.True(_order.TryHold(2, message));
        Assert.True(_order.TryHold(3, message));
        Assert.False(_order.TryHold(4, message));
        _order.Dispose();
        Assert.True(_order.TryHold(4, message));
    }

    [Fact]
    public void Advance_AtTheLastNumber_BeginsAtOne()
    {
        _order.Restart(uint.MaxValue);
        Assert.Equal((1, -1), (_order.Distance(1), _order.Distance(uint.MaxValue - 1)));
        _order.Advance();

        Assert.Equal(1u, _order.Expected);
        Assert.Equal((-1, 1), (_order.Distance(uint.MaxValue), _order.Distance(2)));
    }

    [Fact]
    public void TryHold_AroundTheLastNumber_IsTakenInOrder()
    {
        _order.Restart(uint.MaxValue - 1);

        Assert.True(_order.TryHold(2, [2]));
        Assert.True(_order.TryHold(uint.MaxValue, [3]));
        Assert.Equal(1, _order.Skip(3));
        Assert.Equal(3, Take());
        Assert.Equal((1u, 1L), (_order.Expected, _order.Skip(3)));
        Assert.Equal(2, Take());
        Assert.Equal((3u, false), (_order.Expected, _order.HasGap));
    }

    [Fact]
    public void TryAnnounce_AMessageThatWasSent_MakesAGap()
    {
        Assert.True(_order.TryAnnounce(1));
        Assert.False(_order.HasGap);
        Assert.True(_order.TryAnnounce(2));
        Assert.True(_order.HasGap);
        _order.Advance();
        Assert.False(_order.HasGap);
        Assert.False(_order.TryAnnounce(uint.MaxValue / 2));
    }

    private int Take()
    {
        using PooledArray<byte> message = _order.TakeExpected()!;
        _order.Advance();
        return message.Span[0];
    }
}
