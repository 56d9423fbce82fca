using Xunit.Sdk;

namespace Pooling.Conventions;

public sealed class VerifierTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("pooling-verifier-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Verify_EqualText_PassesAndLeavesNothing()
    {
        await File.WriteAllTextAsync(PathOf("Text.verified.txt"), "one\ntwo\n");

        await Verifier.Verify("one\r\ntwo").UseDirectory(_folder.FullName).UseFileName("Text");

        Assert.False(File.Exists(PathOf("Text.received.txt")));
    }

    [Fact]
    public async Task Verify_ChangedText_FailsWithTheLinesThatDiffer()
    {
        await File.WriteAllTextAsync(PathOf("Text.verified.txt"), "one\ntwo\nthree\n");

        FailException failure = await Assert.ThrowsAsync<FailException>(
            async () => await Verifier.Verify("one\n2\nthree\nfour").UseDirectory(_folder.FullName).UseFileName("Text"));

        Assert.Contains("-    2: two\n+    2: 2\n+    4: four\n", failure.Message);
        Assert.Equal("one\n2\nthree\nfour\n", await File.ReadAllTextAsync(PathOf("Text.received.txt")));
    }

    [Fact]
    public async Task Verify_NothingAcceptedYet_Fails() => await Assert.ThrowsAsync<FailException>(
        async () => await Verifier.Verify("one").UseDirectory(_folder.FullName).UseFileName("New"));

    private string PathOf(string file) => Path.Combine(_folder.FullName, file);
}
