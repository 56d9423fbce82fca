using System.Net;
using Pooling.GameServer.Connections;

namespace Pooling.GameServer.Sessions;

public sealed class HandshakeLineTests
{
    private readonly HandshakeLine<int> _line = new(perSecond: 10, capacity: 1000);
    private readonly AddressEntry _flood = new(IPAddress.Loopback, handshakesPerSecond: 5);
    private readonly AddressEntry _player = new(IPAddress.Loopback, handshakesPerSecond: 5);

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
    public void TryAdd_MoreThanFit_ReturnsFalse()
    {
        var line = new HandshakeLine<int>(perSecond: 1, capacity: 2);
        Assert.True(line.TryAdd(_flood, 1));
        Assert.True(line.TryAdd(_flood, 2));

        Assert.False(line.TryAdd(_player, 3));
    }
}
