using System.Globalization;

namespace Pooling.Samples;

public sealed class SampleProgramTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();
    private readonly List<string> _ran = [];

    [Theory]
    [InlineData("--help")]
    [InlineData("-h")]
    [InlineData("walk", "-?")]
    public async Task Run_Help_WritesUsageAndRunsNothing(params string[] arguments)
    {
        Assert.Equal(0, await Run(arguments));
        Assert.Equal("usage", _output.ToString());
        Assert.Empty(_ran);
    }

    [Theory]
    [InlineData("walk: a b", "walk", "a", "b")]
    [InlineData("talk: ", "talk")]
    public async Task Run_Command_GetsItsOptions(string expected, params string[] arguments)
    {
        Assert.Equal(0, await Run(arguments));
        Assert.Equal([expected], _ran);
        Assert.Empty(_error.ToString());
    }

    [Fact]
    public async Task Run_WhereNumbersHaveAComma_WritesAPoint()
    {
        var country = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        country.NumberFormat.NumberDecimalSeparator = ",";
        CultureInfo before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = country;
        try
        {
            SampleCommand count = SampleCommand.Create("count", () =>
            {
                _ran.Add($"{1.5:0.0}");
                return 0;
            });

            Assert.Equal(0, await new SampleProgram(Streams(), "usage", count).Run(["count"], default));

            Assert.Equal(["1.5"], _ran);
            Assert.Same(country, CultureInfo.CurrentCulture);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Theory]
    [InlineData("walk: ")]
    [InlineData("walk: --far", "--far")]
    public async Task Run_NoCommandWithDefault_RunsTheDefault(string expected, params string[] arguments)
    {
        SampleCommand walk = Command("walk");

        Assert.Equal(0, await new SampleProgram(Streams(), "usage", walk, Command("talk")) { Default = walk }.Run(arguments, default));
        Assert.Equal([expected], _ran);
    }

    [Theory]
    [InlineData("a command is required; available: walk, talk, check")]
    [InlineData("unknown command 'frob'; available: walk, talk, check", "frob")]
    [InlineData("unknown command '--far'; available: walk, talk, check", "--far")]
    [InlineData("'check' takes no options", "check", "--far")]
    public async Task Run_WrongArguments_SaysSoInOneLine(string message, params string[] arguments)
    {
        Assert.Equal(2, await Run(arguments));
        Assert.Equal($"sample: {message} (--help lists the options){Environment.NewLine}", _error.ToString());
        Assert.Empty(_ran);
    }

    [Fact]
    public async Task Run_CommandWithoutOptions_GivesItsCode() => Assert.Equal(7, await Run("check"));

    [Fact]
    public async Task Run_OutputRefused_SaysWhatCannotBeWritten()
    {
        Assert.Equal(2, await RunThrowing(new OutputException("x.json", new UnauthorizedAccessException())));
        Assert.Equal("sample: cannot write 'x.json': access is denied", _error.ToString().Trim());
    }

    [Fact]
    public async Task Run_ServerEnds_Fails()
    {
        Assert.Equal(1, await RunThrowing(new IOException("the server ended")));
        Assert.Equal("sample: the server ended", _error.ToString().Trim());
    }

    [Fact]
    public async Task Run_Cancelled_EndsWith130()
    {
        Assert.Equal(130, await RunThrowing(new OperationCanceledException(), new CancellationToken(canceled: true)));
        Assert.Equal("sample: interrupted; no file was written", _error.ToString().Trim());
    }

    [Fact]
    public async Task Run_CancellationOfSomethingElse_IsNoInterruption() =>
        await Assert.ThrowsAsync<OperationCanceledException>(() => RunThrowing(new OperationCanceledException()));

    [Fact]
    public void Judge_Faults_FailsAndListsThem()
    {
        Assert.Equal(0, Streams().Judge([]));
        Assert.Equal(1, Streams().Judge(["one", "two"]));
        Assert.Equal(["sample: check failed: one", "sample: check failed: two"],
            _error.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries));
    }

    private Task<int> RunThrowing(Exception exception, CancellationToken cancellationToken = default) => new SampleProgram(
        Streams(), "usage", new SampleCommand("fail", (_, _) => throw exception)).Run(["fail"], cancellationToken);

    private Task<int> Run(params string[] arguments) => new SampleProgram(
        Streams(), "usage", Command("walk"), Command("talk"), SampleCommand.Create("check", static () => 7)).Run(arguments, default);

    private SampleStreams Streams() => new("sample", _output, _error, TextReader.Null);

    private SampleCommand Command(string name) => SampleCommand.Create(
        name,
        static arguments => string.Join(' ', arguments),
        (options, _) =>
        {
            _ran.Add($"{name}: {options}");
            return Task.FromResult(0);
        });
}
