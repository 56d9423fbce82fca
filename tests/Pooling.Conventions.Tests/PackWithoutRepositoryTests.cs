using System.Diagnostics;

namespace Pooling.Conventions;

/// <summary>Tests that a package without the address of its repository is made on request only.</summary>
public sealed class PackWithoutRepositoryTests
{
    [Theory]
    [InlineData("Pooling")]
    [InlineData("Pooling.Extensions")]
    [InlineData("Pooling.Templates")]
    [InlineData("Pooling.Testing")]
    public void Pack_WithoutTheAddressOfTheRepository_IsAnErrorUnlessAskedFor(string project)
    {
        (int code, string output) = RequireRepository(project);
        Assert.NotEqual(0, code);
        Assert.Contains("-p:PackWithoutRepository=true", output, StringComparison.Ordinal);

        (code, output) = RequireRepository(project, "-p:PackWithoutRepository=true");
        Assert.True(code == 0, output);
    }

    private static (int Code, string Output) RequireRepository(string project, params string[] options)
    {
        var start = new ProcessStartInfo("dotnet")
        {
            WorkingDirectory = RepositoryTree.Root,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        string[] arguments =
        [
            "msbuild", $"src/{project}/{project}.csproj", "-nologo", "-t:RequireRepository", "-nodeReuse:false",
            "-p:EnableSourceControlManagerQueries=false", // as without a remote
            .. project is "Pooling.Templates" ? [] : new[] { "-p:TargetFramework=net10.0" },
            .. options,
        ];
        foreach (string argument in arguments)
            start.ArgumentList.Add(argument);

        using Process build = Process.Start(start)!;
        string output = build.StandardOutput.ReadToEnd();
        build.WaitForExit();
        return (build.ExitCode, output);
    }
}
