using System.Runtime.CompilerServices;

namespace Pooling.Conventions;

/// <summary>Compares a text with the accepted one beside the test, <c>X.verified.txt</c>; a difference fails the test and leaves
/// <c>X.received.txt</c>, to be copied over the accepted file if the change is wanted.</summary>
/// <remarks>Names and files are those of the Verify package, which can take its place.</remarks>
internal static class Verifier
{
    /// <summary>Starts the comparison; awaiting the result makes it.</summary>
    internal static Verification Verify(string target, [CallerFilePath] string sourceFile = "", [CallerMemberName] string testName = "") =>
        new(target, sourceFile, testName);
}
