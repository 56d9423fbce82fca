namespace Pooling.Samples;

/// <summary>A file that appears under its name completely or not at all. It is written under a temporary name, and then moved.</summary>
internal sealed class StagedFile : IDisposable
{
    private readonly string _target;
    private readonly string? _staged;
    private FileStream? _stream;

    private StagedFile(string target, string? staged)
    {
        _target = target;
        _staged = staged;
        _stream = staged is null
            ? new FileStream(target, FileMode.Open, FileAccess.Write)
            : new FileStream(staged, FileMode.CreateNew, FileAccess.Write, FileShare.None);
    }

    /// <summary>Opens a file for writing under a temporary name. A link is followed, so that its target is replaced and not the
    /// link.</summary>
    /// <param name="path">The name of the file. Its folder must exist.</param>
    /// <exception cref="IOException">The file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    public static StagedFile Create(string path)
    {
        string target = Path.GetFullPath(path);
        if (!IsDevice(target) && new FileInfo(target).LinkTarget is not null)
            target = File.ResolveLinkTarget(target, returnFinalTarget: true)?.FullName ?? target;

        if (Directory.Exists(target))
            throw new IOException("the path is a folder");

        if (IsDevice(target))
            return new StagedFile(target, null);

        string folder = Path.GetDirectoryName(target)!;
        return new StagedFile(target,
            Path.Combine(folder, $".{Path.GetFileName(target)}.{Environment.ProcessId}-{Path.GetRandomFileName()}.tmp"));
    }

    /// <summary>The stream to write to.</summary>
    public Stream Stream => _stream ?? throw new ObjectDisposedException(nameof(StagedFile));

    /// <summary>Ends the writing and flushes to disk, so that a full disk is detected before any file is moved.</summary>
    public void Complete()
    {
        _stream!.Flush(flushToDisk: _staged is not null);
        Close();
    }

    /// <summary>Ends the writing without flushing to disk.</summary>
    public void Close()
    {
        FileStream stream = _stream!;
        stream.Flush();
        stream.Dispose();
        _stream = null;
    }

    /// <summary>Gives the completed file its name and replaces a previous one.</summary>
    public void Commit()
    {
        if (_staged is not null)
            File.Move(_staged, _target, overwrite: true);
    }

    /// <summary>Removes the file if it was not committed.</summary>
    public void Dispose()
    {
        try
        {
            _stream?.Dispose();
        }
        catch (IOException)
        {
            // The disk is full: the writer already got the exception, and the file is removed below.
        }

        if (_staged is not null)
            File.Delete(_staged);
    }

    // A device such as /dev/full or /dev/stdout is written directly, because a moved file would replace it. /dev/shm is an ordinary folder.
    private static bool IsDevice(string path) =>
        !OperatingSystem.IsWindows()
        && (path.StartsWith("/dev/", StringComparison.Ordinal) || path.StartsWith("/proc/", StringComparison.Ordinal))
        && !path.StartsWith("/dev/shm/", StringComparison.Ordinal)
        && File.Exists(path);
}
