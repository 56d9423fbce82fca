namespace Pooling.Samples;

public sealed class StagedFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Commit_NewFile_AppearsWhole()
    {
        Write("new", commit: true);

        Assert.Equal(["file"], _folder.Files);
        Assert.Equal("new", File.ReadAllText(_folder.File("file")));
    }

    [Fact]
    public void Stream_BeforeCommit_LeavesTheFormerFile()
    {
        File.WriteAllText(_folder.File("file"), "former");
        using var file = StagedFile.Create(_folder.File("file"));
        file.Stream.Write("new"u8);
        file.Complete();

        Assert.Equal("former", File.ReadAllText(_folder.File("file")));
    }

    [Fact]
    public void Dispose_WithoutCommit_LeavesNothing()
    {
        Write("new", commit: false);

        Assert.Empty(_folder.Files);
    }

    [Fact]
    public void Dispose_WithoutComplete_LeavesNothing()
    {
        using (var file = StagedFile.Create(_folder.File("file")))
            file.Stream.Write("half"u8);

        Assert.Empty(_folder.Files);
    }

    [Fact]
    public void Commit_Link_ReplacesWhatItPointsTo()
    {
        if (OperatingSystem.IsWindows())
            return; // links require a privilege on this system

        File.WriteAllText(_folder.File("target"), "former");
        File.CreateSymbolicLink(_folder.File("file"), _folder.File("target"));

        Write("new", commit: true);

        Assert.Equal("new", File.ReadAllText(_folder.File("target")));
        Assert.NotNull(new FileInfo(_folder.File("file")).LinkTarget);
    }

    [Fact]
    public void Create_Device_IsWrittenAndNotReplaced()
    {
        if (!File.Exists("/dev/null"))
            return; // a device of Unix

        using (var file = StagedFile.Create("/dev/null"))
        {
            file.Stream.Write("gone"u8);
            file.Complete();
            file.Commit();
        }

        Assert.Empty(File.ReadAllBytes("/dev/null"));
    }

    [Fact]
    public void Create_Folder_Throws() => Assert.Throws<IOException>(() => StagedFile.Create(_folder.Path));

    private void Write(string text, bool commit)
    {
        using var file = StagedFile.Create(_folder.File("file"));
        file.Stream.Write(System.Text.Encoding.UTF8.GetBytes(text));
        file.Complete();
        if (commit)
            file.Commit();
    }
}
