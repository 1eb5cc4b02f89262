package shop

/** What may be set. */
interface Options {
    default String getOptions() {
        return null
    }

    default Map<String,String> getEnvironment() {
        return [:]
    }

    String other()
}
