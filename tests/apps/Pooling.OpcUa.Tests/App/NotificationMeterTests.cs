using OpcUa.App.Measuring;
using OpcUa.Protocol.BuiltIn;

namespace Pooling.OpcUa.App;

public sealed class NotificationMeterTests
{
    [Fact]
    public void Add_ValuesInOrder_FindsNothing()
    {
        NotificationMeter meter = Note([(1, [(1, 5), (2, 0)]), (2, [(1, 6), (2, 1), (1, 7)])]);

        Assert.Equal((5, 2, 0), (meter.Notifications, meter.Messages, meter.SequenceGaps));
        Assert.Equal((2, 0, 0), (meter.Ledger.Seen, meter.Ledger.Gaps, meter.Ledger.Strays));
        Assert.Equal(0, meter.Ledger.Different([7, 1]));
        Assert.Equal(5, meter.Latencies.Copy().Sum());
    }

    [Fact]
    public void Add_AValueIsMissing_IsAGap()
    {
        NotificationMeter meter = Note([(1, [(1, 5), (1, 7)])]);

        Assert.Equal(1, meter.Ledger.Gaps);
        Assert.Equal(1, meter.Ledger.Different([7]));
    }

    [Fact]
    public void Add_AValueComesTwice_IsAGap() => Assert.Equal(1, Note([(1, [(1, 5), (1, 5)])]).Ledger.Gaps);

    [Fact]
    public void Add_UnknownItemOrNoNumber_IsAStray()
    {
        NotificationMeter meter = Note([(1, [(0, 1), (3, 1)])]);
        meter.Add(1, new DataValue("text"));

        Assert.Equal(3, meter.Ledger.Strays);
    }

    [Fact]
    public void BeginMessage_ANumberIsMissing_IsAGap()
    {
        Assert.Equal(1, Note([(1, []), (3, [])]).SequenceGaps);
        Assert.Equal(1, Note([(1, []), (1, [])]).SequenceGaps);
        Assert.Equal(0, Note([(uint.MaxValue - 1, []), (uint.MaxValue, []), (1, [])]).SequenceGaps);
    }

    [Fact]
    public void Behind_SomeAreNotSeen_CountsThem()
    {
        NotificationMeter meter = Note([(1, [(1, 5)])]);

        Assert.Equal(1, meter.Ledger.Behind([5, 0]));
        Assert.Equal(2, meter.Ledger.Behind([6, 0]));
        Assert.Equal(2, meter.Ledger.Behind([double.NaN, 0]));
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Add_Always_AllocatesNothing()
    {
        var meter = new NotificationMeter(10);
        var value = new DataValue(1.0, sourceTimestamp: DateTime.UtcNow);

        AllocationAssert.Zero(() =>
        {
            meter.BeginMessage(1);
            for (uint i = 1; i <= 10; i++)
                meter.Add(i, in value);
        });
    }

    private static NotificationMeter Note((uint Number, (uint Item, double Value)[] Values)[] messages)
    {
        var meter = new NotificationMeter(2);
        foreach ((uint number, (uint Item, double Value)[] values) in messages)
        {
            meter.BeginMessage(number);
            foreach ((uint item, double value) in values)
                meter.Add(item, new DataValue(value, sourceTimestamp: DateTime.UtcNow));
        }

        return meter;
    }
}
