using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace Pooling.WebSockets.Client;

public sealed class ClientOptionsTests
{
    [Fact]
    public void Options_OutOfRange_AreRefusedByName()
    {
        var tooLong = TimeSpan.FromDays(25);
        Assert.Throws<ArgumentOutOfRangeException>("ConnectTimeout", () => new ConnectionOptions { ConnectTimeout = TimeSpan.Zero });
        Assert.Throws<ArgumentOutOfRangeException>("ReconnectDelay", () => new ConnectionOptions { ReconnectDelay = -tooLong });
        Assert.Throws<ArgumentOutOfRangeException>("MaxReconnectDelay", () => new ConnectionOptions { MaxReconnectDelay = tooLong });
        Assert.Throws<ArgumentOutOfRangeException>("InactivityTimeout", () => new ConnectionOptions { InactivityTimeout = TimeSpan.Zero });
        Assert.Throws<ArgumentOutOfRangeException>("SendTimeout", () => new ConnectionOptions { SendTimeout = TimeSpan.Zero });
        Assert.Throws<ArgumentOutOfRangeException>("CloseTimeout", () => new ConnectionOptions { CloseTimeout = tooLong });
        Assert.Throws<ArgumentOutOfRangeException>("Capacity", () => new OutboxOptions { Capacity = 0 });
        Assert.Throws<ArgumentOutOfRangeException>("MaxBytes", () => new OutboxOptions { MaxBytes = 0 });
        Assert.Throws<ArgumentOutOfRangeException>("MaxMessageSize", () => new OutboxOptions { MaxMessageSize = 0 });
        Assert.Throws<ArgumentOutOfRangeException>("MaxMessageSize", () => new ReconnectingClientOptions { MaxMessageSize = 0 });
    }

    [Fact]
    public void Options_AtTheirLimits_AreTaken()
    {
        var most = TimeSpan.FromDays(24);
        var least = TimeSpan.FromMilliseconds(1);
        var options = new ConnectionOptions
        {
            ConnectTimeout = least,
            SendTimeout = most,
            ReconnectDelay = TimeSpan.Zero,
            CloseTimeout = most,
        };

        Assert.Equal((least, most, TimeSpan.Zero, most),
            (options.ConnectTimeout, options.SendTimeout, options.ReconnectDelay, options.CloseTimeout));
        Assert.Null(new OutboxOptions { Capacity = null }.Capacity);
    }
}
