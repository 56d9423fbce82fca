using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;

namespace Pooling.OpcUa.Client;

public sealed class ItemTableTests
{
    private readonly ItemTable _table = new();

    [Fact]
    public void Add_ManyItems_GivesHandlesFromZeroOn()
    {
        MonitoredItem[] items = [.. Enumerable.Range(0, 1_000).Select(i => Add((uint)i))];

        Assert.Equal(Enumerable.Range(0, 1_000).Select(static i => (uint)i), items.Select(static item => item.ClientHandle));
        Assert.All(items, item => Assert.True(_table.TryGet(item.ClientHandle, out MonitoredItem? found) && found == item));
        Assert.Equal(items, _table.ToArray());
    }

    [Theory]
    [InlineData(1u)]
    [InlineData(1u << 22)]
    [InlineData(uint.MaxValue)]
    public void TryGet_AHandleThatWasNotGiven_ReturnsFalse(uint handle)
    {
        Add(0);

        Assert.False(_table.TryGet(handle, out _));
    }

    [Fact]
    public void Remove_ThenAdd_DoesNotFindTheNewItemByTheOldHandle()
    {
        MonitoredItem first = Add(1);
        Assert.True(_table.Remove(first));
        Assert.False(_table.Remove(first));
        MonitoredItem second = Add(2);

        Assert.NotEqual(first.ClientHandle, second.ClientHandle);
        Assert.False(_table.TryGet(first.ClientHandle, out _));
        Assert.True(_table.TryGet(second.ClientHandle, out MonitoredItem? found) && found == second);
        Assert.Equal(1, _table.Count);
    }

    [Fact]
    public void Remove_TwoThousandTimes_KeepsThePlace()
    {
        for (uint i = 0; i < 2_000; i++)
            Assert.True(_table.Remove(Add(i)));

        Assert.Equal(0u, Add(0).ClientHandle & 0x3FFFFF);
    }

    private MonitoredItem Add(uint node) => _table.Add(new MonitoredItemSettings(new NodeId(node, 2)));
}
