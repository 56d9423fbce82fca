using System.Net;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Connections;

public sealed class AddressBookTests
{
    private static readonly IPAddress s_first = IPAddress.Parse("10.0.0.1");
    private static readonly IPAddress s_second = IPAddress.Parse("10.0.0.2");

    private readonly AddressBook _book = new(new ServerLimits { Clients = 3, PerAddress = 8, HalfOpen = 4 });

    [Fact]
    public void TryEnter_ManyHalfOpenOfOneAddress_LeavesPlacesForOthers()
    {
        Assert.Equal(DisconnectReason.None, _book.TryEnter(s_first, Stream.Null, out _));
        Assert.Equal(DisconnectReason.None, _book.TryEnter(s_first, Stream.Null, out _));

        Assert.Equal(DisconnectReason.ServerBusy, _book.TryEnter(s_first, Stream.Null, out _)); // a quarter of 8
        Assert.Equal(DisconnectReason.None, _book.TryEnter(s_second, Stream.Null, out _));
    }

    [Fact]
    public void TryEnter_AllPlacesTakenByAFew_TheAddressThatHasMostGivesUpItsOldest()
    {
        var book = new AddressBook(new ServerLimits { PerAddress = 12, HalfOpen = 4 }); // 3 of one address
        using var oldest = new MemoryStream();
        Assert.Equal(DisconnectReason.None, book.TryEnter(s_first, oldest, out AddressEntry first));
        for (int i = 0; i < 2; i++)
            Assert.Equal(DisconnectReason.None, book.TryEnter(s_first, Stream.Null, out _));

        Assert.Equal(DisconnectReason.None, book.TryEnter(s_second, Stream.Null, out _));
        Assert.True(oldest.CanRead);
        Assert.Equal(DisconnectReason.None, book.TryEnter(IPAddress.Parse("10.0.0.3"), Stream.Null, out _));
        Assert.False(oldest.CanRead);

        Assert.Equal(3, first.Connections); // until it has ended
        book.Leave(first, oldest, isPlayer: false);
        Assert.Equal(2, first.Connections);
    }

    [Fact]
    public void TryEnter_ManyPlayersOfOneAddress_IsRefused()
    {
        var book = new AddressBook(new ServerLimits { PerAddress = 2 });
        for (int i = 0; i < 2; i++)
        {
            Assert.Equal(DisconnectReason.None, book.TryEnter(s_first, Stream.Null, out AddressEntry entry));
            Assert.True(book.TryJoin(entry, Stream.Null));
        }

        Assert.Equal(DisconnectReason.AddressFull, book.TryEnter(s_first, Stream.Null, out _));
        Assert.Equal(DisconnectReason.None, book.TryEnter(s_second, Stream.Null, out _));
    }

    [Fact]
    public void TryJoin_HalfOpenOnes_HoldNoPlayersPlace()
    {
        Assert.Equal(DisconnectReason.None, _book.TryEnter(s_first, Stream.Null, out _));
        Assert.Equal(DisconnectReason.None, _book.TryEnter(s_first, Stream.Null, out _));
        for (int i = 0; i < 3; i++)
        {
            Assert.Equal(DisconnectReason.None, _book.TryEnter(s_second, Stream.Null, out AddressEntry entry));
            Assert.True(_book.TryJoin(entry, Stream.Null));
        }

        Assert.Equal(DisconnectReason.ServerFull, _book.TryEnter(s_second, Stream.Null, out _));
    }

    [Fact]
    public void Leave_PlayersAndOthers_MakesPlaces()
    {
        _book.TryEnter(s_first, Stream.Null, out AddressEntry player);
        _book.TryJoin(player, Stream.Null);
        _book.TryEnter(s_first, Stream.Null, out AddressEntry other);
        _book.Leave(player, Stream.Null, isPlayer: true);
        _book.Leave(other, Stream.Null, isPlayer: false);

        Assert.Equal(0, player.Connections);
        Assert.Same(player, other);
        for (int i = 0; i < 3; i++)
        {
            _book.TryEnter(s_second, Stream.Null, out AddressEntry entry);
            Assert.True(_book.TryJoin(entry, Stream.Null));
        }
    }

    [Fact]
    public void Forget_WhileItsTextsCount_KeepsAnAddress()
    {
        _book.TryEnter(s_first, Stream.Null, out AddressEntry entry);
        Assert.True(entry.TryChat(now: 5000, perPlayer: 1));
        _book.Leave(entry, Stream.Null, isPlayer: false);

        _book.Forget(5500);
        _book.TryEnter(s_first, Stream.Null, out AddressEntry again);
        Assert.Same(entry, again);
        Assert.False(again.TryChat(now: 5500, perPlayer: 1)); // reconnecting does not circumvent the limit

        _book.Leave(again, Stream.Null, isPlayer: false);
        _book.Forget(6500);
        _book.TryEnter(s_first, Stream.Null, out AddressEntry later);
        Assert.NotSame(entry, later);
    }

    [Fact]
    public void Forget_RightBehindAHandshake_KeepsTheAddressAndItsBucket()
    {
        _book.TryEnter(s_first, Stream.Null, out AddressEntry entry);
        entry.Touch(5000);
        _book.Leave(entry, Stream.Null, isPlayer: false);

        _book.Forget(5999);
        _book.TryEnter(s_first, Stream.Null, out AddressEntry again);
        Assert.Same(entry, again);
    }

    [Fact]
    public void TryEnter_OneNetworkOfIPv6_IsOneAddress()
    {
        _book.TryEnter(IPAddress.Parse("2001:db8:1:2::1"), Stream.Null, out AddressEntry first);
        _book.TryEnter(IPAddress.Parse("2001:db8:1:2:ffff::7"), Stream.Null, out AddressEntry second);
        _book.TryEnter(IPAddress.Parse("2001:db8:1:3::1"), Stream.Null, out AddressEntry other);

        Assert.Same(first, second);
        Assert.NotSame(first, other);
    }

    [Fact]
    public void TryChat_ManyPlayers_HaveAsManyTimesTheRoom()
    {
        _book.TryEnter(s_first, Stream.Null, out AddressEntry entry);
        entry.AddPlayer(2);

        Assert.Equal(20, Enumerable.Range(0, 100).Count(_ => entry.TryChat(now: 5000, perPlayer: 10)));
    }
}
