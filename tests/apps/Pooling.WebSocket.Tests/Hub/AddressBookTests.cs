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

    private readonly AddressBook _book = NewBook(new HubLimits { Connections = 3, PerAddress = 2 });

    [Fact]
    public void TryEnter_BeyondALimit_IsRefused()
    {
        foreach (IPAddress address in (IPAddress[])[s_first, s_other])
            Assert.True(_book.TryConnect(address, new Place().Holder));

        var request = new Place();
        AddressEntry? entry = Enter(_book, s_first, request);
        Assert.NotNull(entry);
        Assert.NotNull(Enter(_book, s_neighbour));
        Assert.Null(Enter(_book, s_first)); // two of the network
        Assert.NotNull(Enter(_book, s_other));
        Assert.Null(Enter(_book, s_other)); // three in total, and no address has two more

        _book.Leave(entry, request.Holder);

        Assert.NotNull(Enter(_book, s_other.MapToIPv6()));
        Assert.False(request.IsAborted);
    }

    [Fact]
    public void TryEnter_WhenAllPlacesAreTaken_EndsTheOldestSocketOfTheAddressThatHasMost()
    {
        AddressBook book = NewBook(new HubLimits { Connections = 6, PerAddress = 3 });
        IPAddress[] addresses = [s_first, s_other, IPAddress.Parse("10.0.0.3")];
        foreach (IPAddress address in addresses)
            Assert.True(book.TryConnect(address, new Place().Holder));

        Place[] requests = [.. Enumerable.Range(0, 6).Select(static _ => new Place())];
        AddressEntry?[] entries = [.. requests.Select((request, i) => Enter(book, addresses[i % 2], request))];
        var newcomer = new Place();

        Assert.NotNull(Enter(book, addresses[2], newcomer));

        Assert.Equal([true, false, false, false, false, false], requests.Select(static request => request.IsAborted));
        book.Leave(entries[0]!, requests[0].Holder); // it no longer has a place
        Assert.NotNull(Enter(book, addresses[2]));
        Assert.True(requests[1].IsAborted);
        Assert.Null(Enter(book, addresses[2])); // all addresses have two
        Assert.False(newcomer.IsAborted);
    }

    [Fact]
    public void Leave_OfARequestThatIsAboutToBeAborted_PreventsIt()
    {
        Assert.True(_book.TryConnect(s_first, new Place().Holder));
        var request = new Place();
        AddressEntry entry = Enter(_book, s_first, request)!;

        _book.Leave(entry, request.Holder);
        request.Holder.Abort(); // by a newcomer that has taken its place before

        Assert.False(request.IsAborted);
    }

    [Fact]
    public void Disconnect_OfAConnectionThatIsAboutToBeAborted_PreventsIt()
    {
        var connection = new Place();
        Assert.True(_book.TryConnect(s_first, connection.Holder));

        _book.Disconnect(s_first, connection.Holder);
        connection.Holder.Abort();

        Assert.False(connection.IsAborted);
    }

    [Fact]
    public void TryConnect_BeyondALimit_IsRefusedUntilOneLeaves()
    {
        PlaceHolder holder = new Place().Holder;
        Assert.True(_book.TryConnect(s_first, holder));
        int count = 1;
        while (_book.TryConnect(s_first, new Place().Holder))
            count++;

        Assert.Equal(2 + 64, count); // the maximum number of sockets, and some that are notified of it
        Assert.False(_book.TryConnect(s_neighbour, new Place().Holder));
        Assert.True(_book.TryConnect(s_other, new Place().Holder));
        _book.Disconnect(s_neighbour, holder);
        Assert.True(_book.TryConnect(s_first, new Place().Holder));
    }

    [Fact]
    public void TryConnect_WhenAllPlacesAreTaken_EndsTheOldestOfTheAddressThatHasMost()
    {
        AddressBook book = NewBook(new HubLimits { Connections = 44, PerAddress = 36 }); // 300 in total, 100 per address
        Place[][] all = [.. Enumerable.Range(1, 3).Select(n => Enumerable.Range(0, 100).Select(_ =>
        {
            var place = new Place();
            Assert.True(book.TryConnect(IPAddress.Parse($"10.0.0.{n}"), place.Holder));
            return place;
        }).ToArray())];
        Assert.DoesNotContain(all.SelectMany(static one => one), static one => one.IsAborted);

        for (int i = 0; i < 30; i++)
            Assert.True(book.TryConnect(s_first, new Place().Holder)); // the address with the most places loses one

        Assert.All(all, static ofOne => Assert.Equal(10, ofOne.Count(static one => one.IsAborted)));
        Assert.All(all, static ofOne => Assert.All(ofOne[..10], static one => Assert.True(one.IsAborted)));
        foreach ((Place[] ofOne, int n) in all.Zip(Enumerable.Range(1, 3)))
        {
            foreach (Place place in ofOne)
                book.Disconnect(IPAddress.Parse($"10.0.0.{n}"), place.Holder);
        }

        Assert.True(book.TryConnect(s_other, new Place().Holder));
    }

    [Fact]
    public void Receiving_OfAnAddress_IsAShareOfTheWhole()
    {
        var whole = new MemoryBudget(1000);
        var book = new AddressBook(new HubLimits { ReceivingPerAddress = 600 }, whole, new MemoryBudget(0), TimeProvider.System);
        Assert.True(book.TryConnect(s_first, new Place().Holder));
        Assert.True(book.TryConnect(s_other, new Place().Holder));
        MemoryBudget first = Enter(book, s_first)!.Receiving;
        MemoryBudget other = Enter(book, s_other)!.Receiving;

        Assert.True(first.TryTake(600));
        Assert.False(first.TryTake(1));
        Assert.True(other.TryTake(400));
        Assert.False(other.TryTake(1));
        first.Give(600);
        Assert.Equal((0, 400), (first.Used, whole.Used));
        Assert.True(other.TryTake(200));
    }

    [Fact]
    public void Receiving_OfAddressesThatTakeAllTheyCan_LeavesSomethingForTheNext()
    {
        var book = new AddressBook(
            new HubLimits { ReceivingPerAddress = 500 }, new MemoryBudget(1000), new MemoryBudget(0), TimeProvider.System);
        for (int n = 1; n <= 5; n++)
        {
            var address = IPAddress.Parse($"10.0.0.{n}");
            Assert.True(book.TryConnect(address, new Place().Holder));
            MemoryBudget receiving = Enter(book, address)!.Receiving;
            while (receiving.TryTake(10))
            {
            }

            Assert.InRange(receiving.Used, 10, 500);
        }
    }

    private static AddressBook NewBook(HubLimits limits) =>
        new(limits, new MemoryBudget(1000), new MemoryBudget(0), TimeProvider.System);

    private static AddressEntry? Enter(AddressBook book, IPAddress address, Place? place = null) =>
        book.TryEnter(address, (place ?? new Place()).Holder);

    private sealed class Place
    {
        public Place() => Holder = new PlaceHolder(() => IsAborted = true);

        public PlaceHolder Holder { get; }

        public bool IsAborted { get; private set; }
    }
}
