using WebSockets.App.Pages;
using WebSockets.Hub.Page;

namespace Pooling.WebSockets.App;

public sealed class PageOptionsTests
{
    [Fact]
    public void Parse_Nothing_ServesBeforeWithALoad()
    {
        PageOptions options = PageOptions.Parse([]);

        Assert.Equal((8642, 100, 5000, 1024), (options.Port, options.Sockets, options.Rate, options.Size));
        Assert.Equal(HubMode.Before, options.Mode);
        Assert.False(options.Json || options.UntilEndOfInput);
    }

    [Fact]
    public void Parse_Everything_IsTaken()
    {
        PageOptions options = PageOptions.Parse(
            ["--port", "0", "--sockets=0", "--rate", "7", "--size", "64", "--mode", "pooled", "--json", "--until-end-of-input"]);

        Assert.Equal((0, 0, 7, 64), (options.Port, options.Sockets, options.Rate, options.Size));
        Assert.Equal(HubMode.Pooled, options.Mode);
        Assert.True(options is { Json: true, UntilEndOfInput: true });
    }

    [Theory]
    [InlineData("option '--sockets' needs a number from 0 to 2000, not '2001'", "--sockets", "2001")]
    [InlineData("unknown mode 'both'; available: before, plain, pooled", "--mode", "both")]
    [InlineData("unknown option '--url'", "--url", "ws://x")]
    public void Parse_WhatIsWrong_SaysSo(string message, params string[] arguments) =>
        Assert.Equal(message, Assert.Throws<UsageException>(() => PageOptions.Parse(arguments)).Message);
}
