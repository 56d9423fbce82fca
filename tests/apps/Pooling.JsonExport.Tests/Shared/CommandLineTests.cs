namespace Pooling.Samples;

public sealed class CommandLineTests
{
    [Fact]
    public void Url_AllowedScheme_ReturnsTheAddress() =>
        Assert.Equal(new Uri("wss://host:1/x"), Read("--url", "wss://host:1/x").Url("ws", "wss"));

    [Theory]
    [InlineData("http://host:1")]
    [InlineData("ws://host:0")]
    [InlineData("host")]
    public void Url_OtherAddress_Throws(string value)
    {
        UsageException exception = Assert.Throws<UsageException>(() => Read("--url", value).Url("ws", "wss"));

        Assert.Equal($"option '--url' needs an address that starts with ws:// or wss://, not '{value}'", exception.Message);
    }

    [Theory]
    [InlineData("figures.json")]
    [InlineData(null)]
    public void Json_FileOrNothing_IsWanted(string? file) => Assert.Equal(
        new JsonOutput(IsWanted: true, file),
        Read(file is null ? ["--json"] : ["--json", file]).Json());

    private static CommandLine Read(params string[] arguments)
    {
        var line = new CommandLine(arguments);
        Assert.True(line.Read());
        return line;
    }
}
