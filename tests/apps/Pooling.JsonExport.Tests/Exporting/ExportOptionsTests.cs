namespace Pooling.JsonExport.Exporting;

public class ExportOptionsTests
{
    [Fact]
    public void Parse_NoArgument_WritesAllToMemory()
    {
        ExportOptions options = ExportOptions.Parse([]);

        Assert.Equal(5000, options.Count);
        Assert.Equal(ExportSink.Memory, options.Sink);
        Assert.Equal(ExportContenders.All, options.Writers);
        Assert.False(options.Json.IsWanted);
    }

    [Theory]
    [InlineData("--count", "7", "--sink", "file", "--writer", "odata,serializer", "--output", "x.json", "--rounds", "3",
        "--json", "y.json")]
    [InlineData("--count=7", "--sink=file", "--writer=serializer, odata", "--output=x.json", "--rounds=3", "--json=y.json")]
    public void Parse_AllOptions_AreTaken(params string[] arguments)
    {
        ExportOptions options = ExportOptions.Parse(arguments);

        Assert.Equal(7, options.Count);
        Assert.Equal(ExportSink.File, options.Sink);
        Assert.Equal(["serializer", "odata"], options.Writers.Select(static writer => writer.Name));
        Assert.Equal("x.json", options.Output);
        Assert.Equal(3, options.Rounds);
        Assert.Equal("y.json", options.Json.File);
    }

    [Theory]
    [InlineData("option '--count' needs a number from 0 to 500000, not '-1'", "--count", "-1")]
    [InlineData("option '--count' needs a number from 0 to 500000, not '500001'", "--count", "500001")]
    [InlineData("option '--count' needs a number from 0 to 500000, not '99999999999999999999'", "--count", "99999999999999999999")]
    [InlineData("option '--count' needs a number from 0 to 500000, not '1e3'", "--count", "1e3")]
    [InlineData("option '--count' needs a value", "--count")]
    [InlineData("option '--rounds' needs a number from 1 to 10000, not '0'", "--rounds=0")]
    [InlineData("unknown sink 'disk'; available: file, memory, null", "--sink", "disk")]
    [InlineData("option '--output' requires '--sink file'", "--output", "x")]
    [InlineData("'--output -' requires a single writer; select it with '--writer'", "--sink", "file", "--output", "-")]
    [InlineData("option '--sink' is specified more than once", "--sink", "file", "--sink", "null")]
    [InlineData("unknown option '--fast'", "--fast")]
    [InlineData("unexpected argument 'file'", "file")]
    public void Parse_WrongArguments_SaysWhatIsWrong(string message, params string[] arguments) =>
        Assert.Equal(message, Assert.Throws<UsageException>(() => ExportOptions.Parse(arguments)).Message);

    [Theory]
    [InlineData("unknown writer 'fast'; available: serializer, ", "fast")]
    [InlineData("unknown writer 'fast'; available: serializer, ", "serializer,fast")]
    [InlineData("option '--writer' needs a writer; available: serializer, ", ",")]
    public void Parse_WrongWriter_ListsThem(string start, string value)
    {
        string message = Assert.Throws<UsageException>(() => ExportOptions.Parse(["--writer", value])).Message;

        Assert.StartsWith(start, message, StringComparison.Ordinal);
        Assert.EndsWith("pooled-memory, all", message, StringComparison.Ordinal);
    }
}
