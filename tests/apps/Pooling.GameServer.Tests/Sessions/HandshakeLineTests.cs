using System.Net;
using Pooling.GameServer.Connections;

namespace Pooling.GameServer.Sessions;

public sealed class HandshakeLineTests
{
    private readonly HashSet<int> _gone = [];
    private readonly HandshakeLine<int> _line;
    private readonly AddressEntry _flood = new(IPAddress.Loopback, handshakesPerSecond: 5);
    private readonly AddressEntry _player = new(IPAddress.Loopback, handshakesPerSecond: 5);

    public HandshakeLineTests() => _line = new HandshakeLine<int>(perSecond: 10, capacity: 1000, _gone.Contains);

    [Fact]
    public void TryTake_NobodyWaits_WaitsForEver()
    {
        Assert.False(_line.TryTake(0, out _, out int wait));
        Assert.Equal(Timeout.Infinite, wait);
    }

    [Fact]
    public void TryTake_AFloodOfOneAddress_GivesItsShareOnly()
    {
        for (int i = 0; i < 1000; i++)
            _line.TryAdd(_flood, i);

        int answered = 0;
        for (long now = 0; now <= 10_000; now++)
        {
            while (_line.TryTake(now, out _, out _))
                answered++;
        }

        Assert.Equal(5 + (10 * 5), answered); // not 1,000
    }

    [Fact]
    public void TryTake_BehindAFlood_AnotherAddressIsNext()
    {
        for (int i = 0; i < 500; i++)
            _line.TryAdd(_flood, i);

        _line.TryAdd(_player, -1);
        List<int> taken = [];
        while (_line.TryTake(0, out int hello, out _))
            taken.Add(hello);

        Assert.Equal([0, 1, 2, 3, 4, -1], taken);
    }

    [Fact]
    public void TryTake_ManyAddresses_TakeNoMoreThanAllMay()
    {
        for (int i = 0; i < 100; i++)
            _line.TryAdd(new AddressEntry(IPAddress.Loopback, handshakesPerSecond: 5), i);

        int answered = 0;
        int wait;
        while (_line.TryTake(0, out _, out wait))
            answered++;

        Assert.Equal(10, answered);
        Assert.Equal(100, wait);
    }

    [Fact]
    public void TryTake_OfSomeThatAreGone_GivesTheShareToTheOthers()
    {
        for (int i = 0; i < 20; i++)
            _line.TryAdd(_flood, i);

        _gone.UnionWith(Enumerable.Range(0, 20).Where(static i => i % 4 != 3));
        List<int> taken = [];
        while (_line.TryTake(0, out int hello, out _))
            taken.Add(hello);

        Assert.Equal([3, 7, 11, 15, 19], taken);
    }

    [Fact]
    public void TryTake_AllAreGone_WaitsForEver()
    {
        _line.TryAdd(_flood, 1);
        _gone.Add(1);

        Assert.False(_line.TryTake(0, out _, out int wait));
        Assert.Equal(Timeout.Infinite, wait);
    }

    [Fact]
    public void TryAdd_WhenFull_ReplacesThoseThatAreGone()
    {
        for (int i = 0; i < 1000; i++)
            Assert.True(_line.TryAdd(_flood, i));

        Assert.False(_line.TryAdd(_player, -1));
        _gone.UnionWith([0, 500, 999]);

        for (int i = 1; i <= 3; i++)
            Assert.True(_line.TryAdd(_player, -i));

        Assert.False(_line.TryAdd(_player, -4));
    }

    [Fact]
    public void TryAdd_MoreThanFit_ReturnsFalse()
    {
        var line = new HandshakeLine<int>(perSecond: 1, capacity: 2, isGone: static _ => false);
        Assert.True(line.TryAdd(_flood, 1));
        Assert.True(line.TryAdd(_flood, 2));

        Assert.False(line.TryAdd(_player, 3));
    }
}
