using System.Net;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Memory;

namespace Pooling.WebSockets.Hub;

public sealed class AddressBookTests
{
    private static readonly IPAddress s_first = IPAddress.Parse("2001:db8::1");
    private static readonly IPAddress s_neighbour = IPAddress.Parse("2001:db8::ffff"); // of the same network
    private static readonly IPAddress s_other = IPAddress.Parse("10.0.0.1");

    private readonly AddressBook _book =
        new(new HubLimits { Connections = 3, PerAddress = 2 }, new MemoryBudget(1000), new MemoryBudget(0));

    [Fact]
    public void TryEnter_BeyondALimit_IsRefused()
    {
        Connect(s_first, s_first, s_neighbour, s_other, s_other);
        AddressEntry? entry = _book.TryEnter(s_first);
        Assert.NotNull(entry);
        Assert.NotNull(_book.TryEnter(s_neighbour));
        Assert.Null(_book.TryEnter(s_first)); // two of the network
        Assert.NotNull(_book.TryEnter(s_other));
        Assert.Null(_book.TryEnter(s_other)); // three of all

        _book.Leave(entry);

        Assert.NotNull(_book.TryEnter(s_other.MapToIPv6()));
    }

    [Fact]
    public void TryConnect_BeyondALimit_IsRefusedUntilOneLeaves()
    {
        int count = 0;
        while (_book.TryConnect(s_first))
            count++;

        Assert.InRange(count, 3, 1000);
        Assert.False(_book.TryConnect(s_neighbour));
        Assert.True(_book.TryConnect(s_other));
        _book.Disconnect(s_neighbour);
        Assert.True(_book.TryConnect(s_first));
    }

    [Fact]
    public void Receiving_OfAnAddress_IsAShareOfTheWhole()
    {
        var whole = new MemoryBudget(1000);
        var book = new AddressBook(new HubLimits { ReceivingPerAddress = 600 }, whole, new MemoryBudget(0));
        Assert.True(book.TryConnect(s_first));
        Assert.True(book.TryConnect(s_other));
        MemoryBudget first = book.TryEnter(s_first)!.Receiving;
        MemoryBudget other = book.TryEnter(s_other)!.Receiving;

        Assert.True(first.TryTake(600));
        Assert.False(first.TryTake(1));
        Assert.True(other.TryTake(400));
        Assert.False(other.TryTake(1));
        first.Give(600);
        Assert.Equal((0, 400), (first.Used, whole.Used));
        Assert.True(other.TryTake(200));
    }

    private void Connect(params IPAddress[] addresses)
    {
        foreach (IPAddress address in addresses)
            Assert.True(_book.TryConnect(address));
    }
}
