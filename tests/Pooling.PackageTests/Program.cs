namespace Pooling.PackageTests;

/// <summary>Checks the package from the outside. Without an argument, it checks that the library works here; with the path of a .nupkg, it
/// checks its content.</summary>
internal static class Program
{
    private static void Main(string[] arguments)
    {
        SelfCheck check = new();
        if (arguments.Length is 1)
            PackageChecks.Run(check, arguments[0], ExpectedPackage.Of(arguments[0]));
        else
            RunLibrary(check);

        // Exits explicitly, because on some runtimes a program does not end when Main returns.
        Environment.Exit(check.Finish());
    }

    private static void RunLibrary(SelfCheck check)
    {
#if MACHINE_CODE
        MachineCodeChecks.Run(check); // before anything else uses the library
#endif
        RuntimeChecks.Run(check);
        ObjectsChecks.Run(check);
        BuffersChecks.Run(check);
        JsonChecks.Run(check);
        QueuesChecks.Run(check);
        EncodeablesChecks.Run(check);
        GeneratedEncodeablesChecks.Run(check);
        DispatchChecks.Run(check);
        GeneratedDispatchChecks.Run(check);
        TestingChecks.Run(check);
#if NET
        HostsChecks.Run(check);
#endif
    }
}
